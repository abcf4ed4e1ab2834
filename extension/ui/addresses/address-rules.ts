/** Why a typed text is no address that money can go to. */
export type AddressFlaw = 'empty' | 'not_an_address' | 'too_short' | 'too_long' | 'checksum' | 'zero' | 'self'

export type AddressRead = { address: string } | { flaw: AddressFlaw }

/**
 * The address that a typed text means, spelt as EIP-55 does. Lower case says nothing about typing errors and is allowed,
 * as the gateway allows it; any other spelling has to be the right one. `spell` is `checksumOf` of `checksum.ts`.
 */
export function readAddress(
  typed: string,
  sender: string | undefined,
  spell: (address: string) => string,
): AddressRead {
  const text = typed.trim()
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return { flaw: shapeFlaw(text) }
  if (/^0x0{40}$/.test(text)) return { flaw: 'zero' }
  const address = spell(text)
  if (text !== address && text !== address.toLowerCase()) return { flaw: 'checksum' }
  return isSame(address, sender) ? { flaw: 'self' } : { address }
}

function shapeFlaw(text: string): AddressFlaw {
  if (text === '') return 'empty'
  if (!/^0x[0-9a-fA-F]*$/.test(text)) return 'not_an_address'
  return text.length < 42 ? 'too_short' : 'too_long'
}

export function isSame(one: string, other: string | null | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase()
}

/** An address in groups of four, as it is compared with another one by eye. */
export function groupsOf(address: string): string[] {
  return address.match(/^0x|.{1,4}/g) ?? [address]
}

/** So many digits at both ends are what people look at, and what is forged to deceive them. */
const LOOKED_AT = 4

/** Whether two addresses differ and yet look the same where people look: at their beginning and their end. */
export function looksLike(one: string, other: string): boolean {
  const ends = (text: string) => text.toLowerCase().slice(2, 2 + LOOKED_AT) + text.toLowerCase().slice(-LOOKED_AT)
  return !isSame(one, other) && ends(one) === ends(other)
}
