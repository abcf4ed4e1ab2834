import type { Chain, Tokens } from '../port.ts'
import type { Headers } from './lineage/headers.ts'
import { createBalances } from './reads/balances.ts'
import { createBlocks } from './reads/blocks.ts'
import { createFees } from './reads/fees.ts'
import { createNonces } from './reads/nonces.ts'
import { estimate } from './reverts.ts'
import type { Client } from './rpc/client.ts'
import type { Height } from './rpc/lag.ts'

type Reads = Pick<
  Chain,
  'head' | 'block' | 'readWallets' | 'readGas' | 'readForPayment' | 'fees' | 'nonce' | 'pendingNonce'
>

/** `archive`: a node that keeps the state of all blocks, which may be the same. */
export type ReadSettings = { tokens: Tokens; height: Height; headers: Headers; archive: Client }

/** Questions about the state of the chain, however far the node that answers is behind. */
export function createReads(client: Client, { tokens, height, headers, archive }: ReadSettings): Reads {
  const { readAt, readGas } = createBalances({ client, tokens, height })
  const { nonce, pendingNonce, noncesOf } = createNonces({ client, archive, height })
  const fees = createFees(client)
  return {
    ...createBlocks({ client, archive, height, headers }),
    readGas,
    fees,
    nonce,
    pendingNonce,

    async readWallets(addresses, block) {
      return addresses.length === 0 ? [] : (await readAt(addresses, block)).readings
    },

    async readForPayment({ spenders, others, calls, notBefore = 0 }) {
      height.noteTold(notBefore)
      const [{ block, readings }, nonces, feesNow, estimates] = await Promise.all([
        readAt([...new Set([...spenders, ...others])]),
        Promise.all(spenders.map(noncesOf)),
        fees(),
        Promise.all(calls.map(({ sender, call }) => estimate(client, sender, call))),
      ])
      height.note(block)
      const wallets = new Map(readings.map((reading) => [reading.address, reading]))
      return { block, isOld: height.isOld(block), wallets, nonces: new Map(nonces), fees: feesNow, estimates }
    },
  }
}
