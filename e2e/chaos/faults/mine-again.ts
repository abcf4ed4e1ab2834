import { attemptsOf } from '../../../gateway/legs/attempts-store.ts'
import type { Random } from '../random.ts'
import { rpc } from '../rpc.ts'
import type { Stage } from '../stage.ts'

type Block = { number: string; transactions: string[] }

/** Everything that the gateway has signed, by hash. */
export function signedBytes(stage: Stage): Promise<Map<string, string>> {
  return stage.withStore(async ({ db, keys }) => {
    const legs = await db.selectFrom('legs').select('id').execute()
    const attempts = await Promise.all(legs.map(({ id }) => attemptsOf(db, keys, id)))
    return new Map(attempts.flat().map(({ hash, raw }) => [hash, raw]))
  })
}

/**
 * A reorganisation after which everything is mined again in its order, in other blocks: of the newest blocks, at most so many.
 * Returns the hashes of these transactions. Returns undefined, and changes nothing, if the bytes of one are not known or if the
 * test-net refuses to go back so far.
 */
export async function mineAgain(
  { info, controls }: Stage,
  bytes: ReadonlyMap<string, string>,
  most: number,
  random: Random,
): Promise<string[] | undefined> {
  const head = Number(await rpc<string>(info.rpcUrl, 'eth_blockNumber'))
  const depth = random.between(1, most)
  const hashes: string[] = []
  for (let number = head - depth + 1; number <= head; number++) {
    const block = await rpc<Block>(info.rpcUrl, 'eth_getBlockByNumber', `0x${number.toString(16)}`, false)
    hashes.push(...block.transactions)
  }
  const again = hashes.map((hash) => bytes.get(hash))
  if (again.includes(undefined)) return undefined
  const isBack = await controls.rollback(depth).then(
    () => true,
    () => false,
  )
  if (!isBack) return undefined
  // Other blocks: the first one has another number than before.
  await controls.mine(1)
  for (const raw of again) await rpc(info.rpcUrl, 'eth_sendRawTransaction', raw as string)
  return hashes
}
