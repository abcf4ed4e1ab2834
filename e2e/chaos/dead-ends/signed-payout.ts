import { isPayout } from '../../../gateway/legs/kinds.ts'
import { readBooks } from '../checks/books.ts'
import type { Keeper } from '../gateways/keeper.ts'
import type { Stage } from '../stage.ts'
import { apiOf } from '../traffic/api-of.ts'
import type { Wallet } from '../traffic/wallets.ts'

/** A redeem from the float whose payout is signed and was never sent: the gateway died in between. Gives its ID. */
export async function signedPayout(stage: Stage, keeper: Keeper, wallet: Wallet, amount: string): Promise<string> {
  const gateway = await keeper.running()
  const api = apiOf(stage, wallet.account)
  // The first thing that is sent moves what is redeemed to the operator, the second one pays it out.
  gateway.order({ is: 'die', at: 'before sending', occurrence: 2 })
  const known = new Set((await readBooks(stage)).map(({ id }) => id))
  await api.redeem({ walletId: wallet.id, amount }).catch(() => undefined)
  const newest = async () => (await readBooks(stage)).find(({ id }) => !known.has(id))
  const { id } = (await newest()) ?? {}
  if (id === undefined) throw new Error('nothing was redeemed')
  const late = performance.now() + 20_000
  while (!gateway.hasEnded() && performance.now() < late) await api.getTransaction({ id }).catch(() => undefined)
  await gateway.kill()
  const payout = (await newest())?.legs.find(isPayout)
  if (payout?.state !== 'open') throw new Error('no payout is signed and not sent')
  return id
}
