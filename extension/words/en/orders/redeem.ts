import { words } from '#shared/ui/words/spoken.ts'
export const redeemWords = words('redeemWords', {
  title: 'Redeem',
  about: (hidden: string, open: string) => `Turns ${hidden} back into ${open}, one for one, in the same wallet.`,
  legs: 'It takes two transactions on the chain:',
  burn: (hidden: string) => `Your wallet burns the ${hidden}.`,
  payout: (open: string) => `The operator of the gateway pays the same amount of ${open} to your wallet.`,
  ledger: 'The amount becomes visible to everybody.',
  reviewTitle: 'Review the redeem',
  confirm: 'Confirm and redeem',
  pays: 'You pay',
  gets: 'You get',
})
