import { words } from '#shared/ui/words/spoken.ts'
export const fundWords = words('fundWords', {
  title: 'Fund',
  about: 'The faucet of the test network gives test money. It is worth nothing outside of it.',
  limit: (most: string) => `At most ${most} at a time.`,
  overLimit: (most: string) => `The faucet gives at most ${most} at a time.`,
  gas: 'This wallet is low on ETH, so it gets gas too.',
  reviewTitle: 'Review the faucet payment',
  confirm: 'Confirm and fund',
  paidBy: 'Paid by',
  operator: 'The operator of the gateway, gas included',
  ledger: 'The wallet and the amount are visible to everybody.',
})
