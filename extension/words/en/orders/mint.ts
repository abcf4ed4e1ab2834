export const mintWords = {
  title: 'Mint',
  subtitle: 'Make private',
  about: (open: string, hidden: string) => `Turns ${open} into ${hidden}, one for one, in the same wallet.`,
  ledger: 'The amount you mint is visible to everybody. What you do with it afterwards is not.',
  observed: (hidden: string, count: number) =>
    `The issuer of ${hidden} lets ${count === 1 ? 'one other address' : `${count} other addresses`} decrypt every balance and every amount of it.`,
  observers: 'Who can read it',
  reviewTitle: 'Review the mint',
  confirm: 'Confirm and mint',
  pays: 'You pay',
  gets: 'You get',
}
