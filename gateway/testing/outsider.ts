import { randomBytes } from 'node:crypto'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { Action, Sent } from '../chain/fake/ledger.ts'
import type { TestWorld } from './test-world.ts'

export type Outsider = ReturnType<typeof createOutsider>

/** Somebody with money of both tokens, of whom this gateway knows nothing. */
export function createOutsider({ chain }: Pick<TestWorld, 'chain'>) {
  const { ledger } = chain
  const { address } = chain.wallets.create()
  const send = (action: Action): Sent => {
    const { nonce } = ledger.holder(address)
    const sent = { hash: `0x${randomBytes(32).toString('hex')}` as Hex, sender: address, nonce, action, cost: 0n }
    ledger.take(sent)
    return sent
  }
  ledger.holder(address).stable = 2_000_000_000_000n
  send({ do: 'wrap', units: '1000000000000' })
  return {
    address,
    send,
    pay: (to: Address, units: bigint) => send({ do: 'transfer', to, units: units.toString() }),
    payHidden: (to: Address, units: bigint) => send({ do: 'hidden', to, handle: ledger.ciphertexts.encrypt(units) }),
  }
}
