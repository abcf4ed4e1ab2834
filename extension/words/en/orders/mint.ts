import { countedIn } from '#shared/ui/words/counted.ts'
import { words } from '#shared/ui/words/spoken.ts'

const counted = countedIn('en')
export const mintWords = words('mintWords', {
  title: 'Mint',
  about: (open: string, hidden: string) => `Turns ${open} into ${hidden}, one for one, in the same wallet.`,
  ledger: 'The amount you mint is visible to everybody. Later payments of it show who and when, not how much.',
  observed: (hidden: string, count: number) =>
    `The issuer of ${hidden} lets ${counted(count, 'one other address', '# other addresses')} decrypt every balance and every amount of it.`,
  observers: 'Who can read it',
  reviewTitle: 'Review the mint',
  confirm: 'Confirm and mint',
  pays: 'You pay',
  gets: 'You get',
})
