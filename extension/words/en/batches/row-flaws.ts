import type { RowFlawReason } from '#shared/model/batch.ts'
import { words } from '#shared/ui/words/spoken.ts'

/** What is wrong with a row of a batch. */
export const rowFlawWords = words('rowFlawWords', {
  required: 'Nothing is written here.',
  amount: 'Not an amount that can be paid: above zero, at most six decimals.',
  comma: 'Write a decimal point, and nothing between thousands: 1234.5',
  token: 'This token is not known.',
  address: 'Not an address, or its checksum is wrong.',
  receivers: 'A row needs exactly one receiver.',
  card: 'This address card is not valid.',
  recipient: 'Nothing can be sent to this address.',
  unknown_wallet: 'Not a wallet of this account.',
  external_wallet: 'This wallet is only watched here.',
  text: 'Too long, or with characters that are not taken.',
  quotes: 'The quotes do not match.',
  cells: 'The row has more cells than the header.',
  currency: 'The currency has to be USD.',
  bank_account: 'This is a bank account. An address is needed.',
  date: 'This day has not come. A batch is paid when it is started.',
} satisfies Record<RowFlawReason, string>)
