import { bytesIn, numberIn, type WholeBlock } from './block.ts'
import type { Archive } from './store.ts'

type Answer = (archive: Archive, params: unknown[]) => unknown

/**
 * What the node would say of a block that it is rid of; undefined where the archive does not know it either. Asked only
 * after the node has said null, so the parameters are some that it takes.
 */
export const archiveAnswers: Readonly<Record<string, Answer>> = {
  eth_getBlockByHash: (archive, [hash, full]) => blockAnswer(byHash(archive, hash), full),
  eth_getBlockByNumber: (archive, [number, full]) => blockAnswer(byNumber(archive, number), full),
  eth_getBlockReceipts: (archive, [id]) => byId(archive, id)?.receipts,
  eth_getBlockTransactionCountByHash: (archive, [hash]) => count(byHash(archive, hash)),
  eth_getBlockTransactionCountByNumber: (archive, [number]) => count(byNumber(archive, number)),
  eth_getTransactionByBlockHashAndIndex: (archive, [hash, index]) => transaction(byHash(archive, hash), index),
  eth_getTransactionByBlockNumberAndIndex: (archive, [number, index]) => transaction(byNumber(archive, number), index),
  eth_getTransactionByHash: (archive, [hash]) => {
    const [whole, index] = withTransaction(archive, hash)
    return whole?.block.transactions[index]
  },
  eth_getTransactionReceipt: (archive, [hash]) => {
    const [whole, index] = withTransaction(archive, hash)
    return whole?.receipts[index]
  },
}

/** Number of an archived block that is named by its hash. */
export function numberByHash(archive: Archive, hash: unknown): number | undefined {
  const bytes = bytesIn(hash, 32)
  return bytes && archive.numberOf(bytes)
}

function byNumber(archive: Archive, number: unknown): WholeBlock | undefined {
  const known = numberIn(number)
  return known === undefined ? undefined : archive.at(known)
}

function byHash(archive: Archive, hash: unknown): WholeBlock | undefined {
  const number = numberByHash(archive, hash)
  return number === undefined ? undefined : archive.at(number)
}

/** EIP-1898: a number, a hash, or an object with either. */
function byId(archive: Archive, id: unknown): WholeBlock | undefined {
  if (typeof id !== 'object' || id === null) return byHash(archive, id) ?? byNumber(archive, id)
  if ('blockHash' in id) return byHash(archive, id.blockHash)
  return 'blockNumber' in id ? byNumber(archive, id.blockNumber) : undefined
}

function withTransaction(archive: Archive, hash: unknown): [WholeBlock | undefined, number] {
  const bytes = bytesIn(hash, 32)
  const number = bytes && archive.numberOfTransaction(bytes)
  const whole = number === undefined ? undefined : archive.at(number)
  const index = whole?.block.transactions.findIndex((one) => bytes && bytesIn(one.hash, 32)?.equals(bytes)) ?? -1
  return [whole, index]
}

function blockAnswer(whole: WholeBlock | undefined, full: unknown): unknown {
  if (!whole || full === true) return whole?.block
  return { ...whole.block, transactions: whole.block.transactions.map(({ hash }) => hash) }
}

/** In hexadecimal. */
const count = (whole: WholeBlock | undefined) => whole && `0x${whole.block.transactions.length.toString(16)}`

function transaction(whole: WholeBlock | undefined, index: unknown): unknown {
  const place = numberIn(index)
  return place === undefined ? undefined : whole?.block.transactions[place]
}
