import { setTimeout as sleep } from 'node:timers/promises'
import { generateSync } from 'otplib'
import { type Client, createClient } from '#shared/client.ts'

export type AccountWithTotp = {
  /** The account's own session at the gateway, past the extension. */
  session: Client
  /** A code that was not used yet. */
  code(): Promise<string>
}

const PERIOD_S = 30

/** Signs in as a program does, and switches two-factor authentication on. */
export async function accountWithTotp(origin: string, email: string, password: string): Promise<AccountWithTotp> {
  const session = sessionAt(origin)
  await session.login({ email, password })
  const { secret } = await session.beginTotp({ password })
  const code = codesOf(secret)
  await session.confirmTotp({ code: await code() })
  return { session, code }
}

/** A client that keeps the session's cookie, as no client of the project does by itself. */
function sessionAt(origin: string): Client {
  let cookie = ''
  return createClient({
    origin,
    async fetch(url, init) {
      const answer = await fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), cookie } })
      cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
      return answer
    },
  })
}

/** Each time step counts once at the gateway, and it takes the next one early. */
function codesOf(secret: string): () => Promise<string> {
  let last = 0
  return async () => {
    for (;;) {
      const now = Math.floor(Date.now() / 1000 / PERIOD_S)
      const step = Math.max(last + 1, now)
      if (step > now + 1) await sleep(500)
      else {
        last = step
        return generateSync({ secret, epoch: step * PERIOD_S })
      }
    }
  }
}
