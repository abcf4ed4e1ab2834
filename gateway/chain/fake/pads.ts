import type { Address, Hex } from '#shared/model/ids.ts'
import type { PadsContract } from '../pads.ts'
import type { Ledger } from './ledger.ts'

/** The contract of pads on the fake chain, which always has it. */
export function createPads(ledger: Ledger, here: <T>(answer: () => T) => Promise<T>): PadsContract {
  const mayMove = (wallet: Address) => (ledger.holder(wallet).padsUntil ?? 0) >= ledger.timeOf(ledger.block)
  return {
    address: '0xDDdDddDdDdddDDddDDddDDDDdDdDDdDDdDDDDDDd',
    isThere: () => here(() => true),
    mayMove: (wallet) => here(() => mayMove(wallet)),
    stateOf: (wallet, { handle }) =>
      here(() => (mayMove(wallet) ? (isPadUsed(ledger, handle) ? 'void' : 'ready') : 'no right')),
    encrypt: (_, values) =>
      here(() => values.map((value) => ({ handle: ledger.ciphertexts.encrypt(value), proof: '0x00' as Hex }))),
  }
}

/** Whether a transaction that the chain has now took this pad. */
export function isPadUsed({ mined }: Pick<Ledger, 'mined'>, handle: Hex): boolean {
  return [...mined.values()].some(
    ({ sent: { action }, receipt }) => action.do === 'padded' && action.handle === handle && receipt.success,
  )
}
