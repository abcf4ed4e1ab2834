import { CHAIN_ID } from '#shared/api/kit/base.ts'
import { NOTA, pageIn } from '../../sites/payments/request-text.ts'

/** What a code asks for that no payment of this wallet is. */
export type CodeFlaw = 'empty' | 'link' | 'other_chain' | 'ether' | 'token' | 'contract' | 'name' | 'unknown'

/** What a code says: an address as if it had been typed, the text of a nota, the address of a request's page, or why it can be used for neither. */
export type Meant = { address: string } | { nota: string } | { page: string } | { flaw: CodeFlaw; chain?: string }

/** Whether such an address is a right one is said where it would be said of a typed one. */
const ADDRESS = /^0x[0-9a-fA-F]{1,100}$/
/** ERC-681: `ethereum:[pay-]target[@chain][/function][?parameters]`. */
const REQUEST = /^ethereum:(?:pay-)?([^@/?]+)(?:@([^/?]+))?(?:\/([^?]*))?(?:\?(.*))?$/i
/** What a payer may set as they like: Sotto sets it itself. */
const GAS = new Set(['gas', 'gasLimit', 'gasPrice'])

/** Reads what a QR code says. Pure; nothing in it is opened or asked for. */
export function meantBy(scanned: string): Meant {
  const text = scanned.trim()
  if (text === '') return { flaw: 'empty' }
  if (ADDRESS.test(text)) return { address: text }
  if (NOTA.test(text)) return { nota: text }
  if (pageIn(text) !== undefined) return { page: text }
  if (/^https?:/i.test(text)) return { flaw: 'link' }
  const request = REQUEST.exec(text)
  return request === null ? { flaw: 'unknown' } : requested(request)
}

function requested([, target = '', chain, call, query = '']: RegExpExecArray): Meant {
  if (chain !== undefined && chain !== String(CHAIN_ID)) return { flaw: 'other_chain', chain: chain.slice(0, 20) }
  if (call !== undefined && call !== '') return { flaw: call === 'transfer' ? 'token' : 'contract' }
  const asked = [...new URLSearchParams(query).keys()]
  if (asked.includes('value')) return { flaw: 'ether' }
  if (asked.some((name) => !GAS.has(name))) return { flaw: 'unknown' }
  return ADDRESS.test(target) ? { address: target } : { flaw: target.includes('.') ? 'name' : 'unknown' }
}
