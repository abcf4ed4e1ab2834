import type { Translated } from '#shared/ui/words/translated.ts'

/** Every module of English words. */
type English = typeof import('./en/app.ts') &
  typeof import('./en/approvals/approvals.ts') &
  typeof import('./en/batches/batches.ts') &
  typeof import('./en/batches/pause-reasons.ts') &
  typeof import('./en/batches/row-flaws.ts') &
  typeof import('./en/connect.ts') &
  typeof import('./en/contacts/contacts.ts') &
  typeof import('./en/home.ts') &
  typeof import('./en/notas/nota-drop.ts') &
  typeof import('./en/notas/notas.ts') &
  typeof import('./en/notas/verdict.ts') &
  typeof import('./en/notifications.ts') &
  typeof import('./en/orders/fund.ts') &
  typeof import('./en/orders/mint.ts') &
  typeof import('./en/orders/order.ts') &
  typeof import('./en/orders/qr.ts') &
  typeof import('./en/orders/redeem.ts') &
  typeof import('./en/orders/send.ts') &
  typeof import('./en/payments/activity.ts') &
  typeof import('./en/payments/payment.ts') &
  typeof import('./en/payments/progress.ts') &
  typeof import('./en/payments/transaction.ts') &
  typeof import('./en/payments/unknown.ts') &
  typeof import('./en/payments/verbs.ts') &
  typeof import('./en/policies/policies.ts') &
  typeof import('./en/problems.ts') &
  typeof import('./en/requests.ts') &
  typeof import('./en/session/erase.ts') &
  typeof import('./en/session/held.ts') &
  typeof import('./en/session/lock.ts') &
  typeof import('./en/session/welcome.ts') &
  typeof import('./en/settings/backup.ts') &
  typeof import('./en/settings/settings.ts') &
  typeof import('./en/settings/this-browser.ts') &
  typeof import('./en/sites/approve.ts') &
  typeof import('./en/sites/sites.ts') &
  typeof import('./en/wallets/receive.ts') &
  typeof import('./en/wallets/wallet.ts') &
  typeof import('./en/wallets/wallets.ts') &
  typeof import('./en/wallets/watch.ts') &
  typeof import('./en/webhooks.ts') &
  typeof import('#shared/ui/words/events.ts') &
  typeof import('#shared/ui/words/failures.ts') &
  typeof import('#shared/ui/words/kit.ts') &
  typeof import('#shared/ui/words/security.ts')

/** All words of the wallet by the names of their constants: what a language has to say, and nothing beside it. */
export type Catalogue = { [N in keyof English]: Translated<English[N]> }

/** What the first picture needs: home, lock, the frame around them, and what can go wrong there. */
export type FirstName =
  | 'appWords'
  | 'newsWords'
  | 'frameWords'
  | 'homeWords'
  | 'quickWords'
  | 'tripleWords'
  | 'balanceCardWords'
  | 'transactionRowWords'
  | 'receivedWords'
  | 'peekWords'
  | 'noticeWords'
  | 'unknownWords'
  | 'unreadableWords'
  | 'verbWords'
  | 'problemWords'
  | 'lockWords'
  | 'firstWalletWords'
  | 'walletsWords'
  | 'failureSentences'
  | 'waitWords'
  | 'kitWords'

export type First = Pick<Catalogue, FirstName>
export type Rest = Omit<Catalogue, FirstName>
