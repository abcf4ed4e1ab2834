import type { Client } from '#shared/client.ts'
import { Problem } from '../../problem.ts'
import { unlocked } from '../../vault/state.ts'

/** The same client, whose sign-ins end where the wallet locked before they were answered: no page would hold them. */
export function whileOpen(api: Client): Client {
  const guarded =
    <Given extends unknown[], Answer>(signIn: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const begun = await openSince()
      const answer = await signIn(...given)
      if (begun !== undefined && (await openSince()) === begun) return answer
      await api.logout({}).catch(() => undefined)
      throw new Problem('locked')
    }
  const { login, loginTotp, loginPasskey } = api
  return {
    ...api,
    login: guarded(login),
    loginTotp: guarded(loginTotp),
    loginPasskey: guarded(loginPasskey),
  }
}

const openSince = async () => (await unlocked.get())?.unlockedAt
