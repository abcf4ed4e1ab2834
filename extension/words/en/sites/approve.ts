import { words } from '#shared/ui/words/spoken.ts'
import type { Term } from '../../../screens/approve/model.ts'

export const networkNames = words('networkNames', { sandbox: 'test network' })

/** What a site is told by an address card. */
export const willSeeWords = words('willSeeWords', {
  address: (network: string) => `The wallet’s address, on the ${network}`,
  lookUp: 'Anybody who has it can look up every payment to and from it, and its public balances',
  not: 'Not: confidential amounts, name, other wallets',
})

export const siteNotesWords = words('siteNotesWords', {
  local: 'A page of this computer. Its connection is not encrypted.',
  foreign: 'Foreign letters. It reads',
  foreignTodo: 'Names in other alphabets can be made to look like ones that you know. Make sure it is the right one.',
  like: 'It looks much like',
  likeTodo: 'It is not that one. Refuse if you meant to be there.',
})

export const approveWords = words('approveWords', {
  window: 'Requests of web pages',
  title: (host: string) => `${host} asks for an address card`,
  asks: { card: 'asks for an address card.', payment: 'asks for a payment.' },
  question: 'Share an address card?',
  count: (of: number) => `1 of ${of}`,
  purpose: 'The site says what for:',
  wallet: 'Wallet to share',
  gateway: 'Kept by',
  sees: 'What the site will see',
  readFirst: 'Scroll down to what the site will see.',
  term: 'How long',
  terms: { day: '1 day', month: '30 days', always: 'Until I take it back' } satisfies Record<Term, string>,
  refuse: 'Refuse',
  allow: 'Allow',
  locked: 'Unlock to answer',
  nothing: 'No site is waiting for an answer.',
  close: 'Close this window',
  missing: {
    'set-up': {
      title: 'Sotto is not set up yet',
      about: 'Set up the wallet and connect your gateway first.',
      action: 'Set up Sotto',
    },
    damaged: {
      title: 'This wallet cannot be opened',
      about: 'But what the wallet stored is damaged.',
      action: 'See what to do',
    },
    connect: {
      title: 'No gateway is connected',
      about: 'Connect your gateway first: the page waits meanwhile.',
      action: 'Connect a gateway',
    },
  },
})
