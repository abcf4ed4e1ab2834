import type { Hash, Hex } from 'viem'
import type { Chain } from '../chain/chain.ts'
import { RpcError } from '../chain/rpc.ts'

/** Raw transactions that wait while a block is made go together into the next one. */
const TOGETHER = 50

export type Submitter = (raw: Hex) => Promise<Hash>

/** Journals and forwards raw transactions; answers when they are mined, or in the mempool while automine is off. */
export function createSubmitter(chain: Pick<Chain, 'commit'>): Submitter {
  type Waiting = { raw: Hex; resolve(hash: Hash): void; reject(error: unknown): void }
  const waiting: Waiting[] = []
  let draining = false

  async function drain(): Promise<void> {
    draining = true
    try {
      while (waiting.length > 0) {
        let batch: Waiting[] = []
        try {
          const outcome = await chain.commit((at) => {
            batch = waiting.splice(0, TOGETHER)
            return { is: 'send', raws: batch.map(({ raw }) => raw), at }
          })
          for (const [index, { resolve, reject }] of batch.entries()) {
            const one = outcome[index]
            if (typeof one === 'string') resolve(one)
            else reject(one ?? new RpcError(-32603, 'no outcome'))
          }
        } catch (error) {
          if (batch.length === 0) batch = waiting.splice(0)
          for (const { reject } of batch) reject(error)
        }
      }
    } finally {
      draining = false
    }
  }

  return (raw) =>
    new Promise((resolve, reject) => {
      waiting.push({ raw, resolve, reject })
      if (!draining) void drain()
    })
}
