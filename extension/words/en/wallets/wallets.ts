import { words } from '#shared/ui/words/spoken.ts'
/** The first wallet of an account. */
export const firstWalletWords = words('firstWalletWords', {
  create: 'Create my first wallet',
  label: 'Name of the wallet',
  labelHint: 'Only you see it. You can change it later.',
  name: 'Main wallet',
})

export const walletsWords = words('walletsWords', {
  primary: 'Primary',
  watched: 'Watched',
  create: 'Create a wallet',
  createTitle: 'Create a wallet',
  createAbout: 'The gateway makes a key and keeps it. You can export it later.',
  label: 'Label',
  labelHint: 'Only you see it.',
  createAction: 'Create',
  created: 'The wallet is created.',
  watch: 'Watch a wallet',
  full: (most: number) => `An account has at most ${most} wallets. Remove one that is only watched to add another.`,
  mayNot: 'The key of this wallet may not add or change wallets.',
  more: 'Show more',
  empty: 'No wallet yet. The gateway keeps its key; you decide what happens with it.',
  list: 'Wallets',
})
