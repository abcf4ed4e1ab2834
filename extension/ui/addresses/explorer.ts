import { isLoopback } from '../../gateway/origin.ts'

/** Explorer of the public test network that a gateway can serve; offered, never assumed. */
export const SEPOLIA_EXPLORER = 'https://sepolia.etherscan.io'

export type ExplorerFlaw = 'not_an_address' | 'plain_http' | 'has_more'

/** The address of an explorer as it was typed: null where it was emptied, which takes the links away. */
export function readExplorer(typed: string): { base: string | null } | { flaw: ExplorerFlaw } {
  const text = typed.trim()
  if (text === '') return { base: null }
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
  if (url === null || url.hostname === '') return { flaw: 'not_an_address' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { flaw: 'not_an_address' }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { flaw: 'plain_http' }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return { flaw: 'has_more' }
  return { base: url.href.replace(/\/+$/, '') }
}

/** The page of a transaction, as Etherscan, Blockscout and Otterscan name it; undefined where no explorer is set. */
export function explorerLink(base: string | undefined, txHash: string): string | undefined {
  if (base === undefined || !/^0x[0-9a-f]{64}$/.test(txHash)) return undefined
  const read = readExplorer(base)
  return 'flaw' in read || read.base === null ? undefined : `${read.base}/tx/${txHash}`
}
