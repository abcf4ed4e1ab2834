import type { EndpointName } from '#shared/api/endpoints.ts'
import type { paymentEndpoints } from '#shared/api/payments.ts'
import type { Actor } from './kit/actor.ts'
import { ask, question } from './kit/ask.ts'
import { boundWallet } from './kit/policies.ts'
import type { Example, Provocation, Rows } from './kit/row.ts'
import { ended } from './requests.ts'

const examples = {
  fund: ({ wallet }: Actor): Example => ({ body: { walletId: wallet, amount: '1' } }),
  mint: ({ wallet }: Actor): Example => ({ body: { walletId: wallet, amount: '1' } }),
  transfer: ({ wallet, other }: Actor): Example => ({ body: { walletId: wallet, amount: '1', toWalletId: other } }),
  redeem: ({ wallet }: Actor): Example => ({ body: { walletId: wallet, amount: '1', externalId: 'invoice 7' } }),
}

/** Without a chain, nothing is sent and the failure recorded. */
const severed =
  (name: EndpointName & keyof typeof examples): Provocation =>
  (stage) =>
    stage.severed((actor) => ask(actor.url, question(name, actor.apiKey, examples[name](actor))))

/** From a wallet that may do nothing. */
const denied =
  (name: EndpointName & keyof typeof examples): Provocation =>
  async (stage) => {
    const actor = await stage.actor('sound')
    const wallet = await boundWallet(actor, { verbs: [] })
    return ask(actor.url, question(name, actor.apiKey, examples[name]({ ...actor, wallet })))
  }

export const paymentRows: Rows<keyof typeof paymentEndpoints> = {
  fund: {
    example: async (actor) => examples.fund(actor),
    refusals: { fund_failed: severed('fund'), policy_denied: denied('fund') },
  },
  mint: {
    example: async (actor) => examples.mint(actor),
    refusals: { mint_failed: severed('mint'), policy_denied: denied('mint') },
  },
  transfer: {
    example: async (actor) => examples.transfer(actor),
    refusals: {
      transfer_failed: severed('transfer'),
      policy_denied: denied('transfer'),
      async invalid_nota(stage) {
        const { url, apiKey, wallet } = await stage.actor('sound')
        return ask(url, question('transfer', apiKey, { body: { walletId: wallet, amount: '1', nota: 'no nota' } }))
      },
      async request_ended(stage) {
        const actor = await stage.actor('sound')
        const body = { walletId: actor.other, requestId: await ended(actor) }
        return ask(actor.url, question('transfer', actor.apiKey, { body }))
      },
    },
  },
  redeem: {
    example: async (actor) => examples.redeem(actor),
    refusals: {
      redeem_failed: severed('redeem'),
      policy_denied: denied('redeem'),
      async redeem_settlement_failed(stage) {
        const actor = await stage.actor('sound')
        const { controls, operator } = stage.testnet
        await controls.setBalance(operator, 0n)
        const answer = await ask(actor.url, question('redeem', actor.apiKey, examples.redeem(actor)))
        await controls.setBalance(operator, 10n ** 24n)
        return answer
      },
    },
  },
}
