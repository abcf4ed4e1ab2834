import { words } from '#shared/ui/words/spoken.ts'
import type { AddressFlaw } from '../../../ui/addresses/address-rules.ts'

export const watchWords = words('watchWords', {
  title: 'Watch a wallet',
  about: 'You see what it holds in public and can pay it. Nobody can spend from it here.',
  how: 'What do you have of it?',
  byAddress: 'Its address',
  byCard: 'An address card',
  address: 'Address',
  action: 'Watch it',
  added: 'The wallet is watched from now on.',
  drop: 'Drop an address card, choose it or paste it.',
  isReceipt: 'This is a receipt. It names no wallet to watch; an address card does.',
  another: 'Another card',
  flaws: {
    empty: 'Type or paste an address.',
    not_an_address: 'This is no address: it begins with 0x, and only digits and the letters a to f follow.',
    too_short: 'This address is too short: there are 40 digits after 0x.',
    too_long: 'This address is too long: there are 40 digits after 0x.',
    checksum: 'A digit of this address is wrong: its capital letters do not fit. Copy it again.',
    zero: 'This is the zero address. It is nobody’s wallet.',
    self: 'This address is among your wallets already.',
  } satisfies Record<AddressFlaw, string>,
})
