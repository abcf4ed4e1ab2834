import type { RowFlawReason } from '#shared/model/batch.ts'
import { words } from '#shared/ui/words/spoken.ts'

/** What is wrong with a row of a batch. */
export const rowFlawWords = words('rowFlawWords', {
  required: 'Nothing is written here.',
  amount: 'This is no amount that can be paid: it has to be a number above zero, with at most six decimals.',
  comma: 'There is a comma. Write a decimal point, and nothing between thousands: 1234.5',
  token: 'This token is not known.',
  address: 'This is no address, or its checksum is wrong.',
  receivers: 'A row needs one receiver, and no second one.',
  card: 'This address card is not valid.',
  recipient: 'Nothing can be sent to this address.',
  unknown_wallet: 'This is no wallet of this account.',
  external_wallet: 'This wallet is only watched here, and cannot pay.',
  text: 'This is too long, or has characters that are not taken.',
  quotes: 'The quotes do not match.',
  cells: 'The row has more cells than the header. A value with the separator in it needs quotes.',
  currency: 'The currency has to be USD.',
  bank_account: 'This is a bank account. An address is needed.',
} satisfies Record<RowFlawReason, string>)
