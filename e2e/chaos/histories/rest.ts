import { OPERATOR_UNITS, type Town } from './town.ts'
import type { Wish } from './wish.ts'

/** Nothing is broken any more; time passes, and everything is read until it has ended. Gives what has not. */
export async function rest(town: Town, rounds = 60): Promise<Wish[]> {
  const { chain, clock } = town.world
  Object.assign(chain.faults, { chainAway: false, decryptionAway: false, unpublished: false })
  Object.assign(chain.faults, { rival: false })
  delete chain.faults.broadcast
  delete chain.faults.lie
  town.restart()
  chain.ledger.automine = true
  chain.ledger.mine()
  for (let round = 0; ; round++) {
    // Anyone who waits for the float to be filled up has waited long enough.
    if (round === rounds / 2) chain.ledger.holder(chain.operator.address).stable += OPERATOR_UNITS.plenty
    chain.ledger.mineEmpty()
    chain.ledger.mine()
    clock.pass(round < rounds / 2 ? 4_000 : 60_000)
    await town.vault.lookRound()
    const ended = await Promise.all(town.wishes.map((wish) => town.read(wish)))
    const left = town.wishes.filter((_, index) => ended[index] === false)
    if (left.length === 0 || round === rounds) return left
  }
}
