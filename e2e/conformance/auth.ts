import type { authEndpoints } from '#shared/api/auth.ts'
import { setDisabled } from '../../gateway/accounts/store.ts'
import type { Actor } from './kit/actor.ts'
import { ask, question } from './kit/ask.ts'
import { crowd } from './kit/crowd.ts'
import type { Rows } from './kit/row.ts'
import { passkeyUse, waiting, withPasskey, withTotp } from './kit/second-factors.ts'

const open = { headers: {} }
const withPassword = async ({ email, password }: Actor) => ({ ...open, body: { email, password } })

/** A new account is disabled between the two halves of what somebody does with it. */
async function disabled(actor: Actor, email: string): Promise<void> {
  await actor.inStore(async ({ db, keys }) => {
    const { id } = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await setDisabled(db, keys, id, Date.now())
  })
}

export const authRows: Rows<keyof typeof authEndpoints> = {
  getSession: { example: async () => ({}), refusals: {} },
  login: {
    example: withPassword,
    refusals: {
      async invalid_credentials(stage) {
        const { url, email } = await stage.actor('sound')
        return ask(url, question('login', undefined, { ...open, body: { email, password: 'nonsense nonsense' } }))
      },
      async account_disabled(stage) {
        const actor = await stage.actor('sound')
        const { email } = await actor.newAccount()
        await disabled(actor, email)
        return ask(actor.url, question('login', undefined, { ...open, body: { email, password: actor.password } }))
      },
      overloaded: crowd('login', withPassword),
    },
  },
  loginTotp: {
    async example(actor) {
      const { email, recoveryCodes } = await withTotp(actor)
      return { ...open, body: { challengeId: await waiting(actor, email), code: recoveryCodes[0] } }
    },
    refusals: {
      async invalid_totp(stage) {
        const { url } = await stage.actor('sound')
        return ask(url, question('loginTotp', undefined, { ...open, body: { challengeId: 'none', code: '123456' } }))
      },
      async account_disabled(stage) {
        const actor = await stage.actor('sound')
        const { email, recoveryCodes } = await withTotp(actor)
        const body = { challengeId: await waiting(actor, email), code: recoveryCodes[0] }
        await disabled(actor, email)
        return ask(actor.url, question('loginTotp', undefined, { ...open, body }))
      },
    },
  },
  passkeyLoginOptions: { example: async () => open, refusals: {} },
  loginPasskey: {
    example: async (actor) => passkeyUse(actor, await withPasskey(actor)),
    refusals: {
      async invalid_passkey(stage) {
        const actor = await stage.actor('sound')
        const use = await passkeyUse(actor, await withPasskey(actor))
        const body = { ...use.body, challengeId: 'none' }
        return ask(actor.url, question('loginPasskey', undefined, { ...use, body }))
      },
      async account_disabled(stage) {
        const actor = await stage.actor('sound')
        const enrolled = await withPasskey(actor)
        const use = await passkeyUse(actor, enrolled)
        await actor.inStore(async ({ db, keys }) => {
          const { accountId } = await db
            .selectFrom('passkeys')
            .select('accountId')
            .where('id', '=', enrolled.id)
            .executeTakeFirstOrThrow()
          await setDisabled(db, keys, accountId, Date.now())
        })
        return ask(actor.url, question('loginPasskey', undefined, use))
      },
    },
  },
  logout: { example: async ({ newSession }) => ({ headers: await newSession() }), refusals: {} },
}
