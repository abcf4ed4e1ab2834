import type { Page } from 'playwright'
import type { Mood } from '../gateway.ts'
import {
  erase,
  mintTooMuch,
  onlyReceived,
  openFilters,
  pay,
  paySettled,
  renewCodes,
  reviewMint,
  reviewPolicy,
  reviewSend,
  saveBackup,
  scrollToReceived,
  sendToNobody,
  showAmounts,
  signIn,
  signInToApprove,
  signInToPolicies,
  stopFollowing,
  toOwnWallet,
  withNews,
} from './acts.ts'
import { setUpToItsEnd, setUpToSignIn, setUpToTheGateway } from './set-up-acts.ts'

/** `narrow`: a tab of a small window, or one that is zoomed to twice its size. `panel`: the side panel, as narrow as it can be. `window`: where web pages ask. */
export type Surface = 'popup' | 'tab' | 'narrow' | 'panel' | 'window'

export type Scene = {
  name: string
  /** The screen, as in the wallet's address. */
  at: string
  /** Popup, tab and panel where absent. */
  surfaces?: Surface[]
  mood?: Mood
  /** `new` is a browser in which nothing was set up. */
  wallet?: 'new' | 'locked' | 'connected'
  /** What a person does before the picture is taken. */
  act?: (page: Page) => Promise<void>
}

const TAB: Surface[] = ['tab']
const POPUP: Surface[] = ['popup']
const ALL: Surface[] = ['popup', 'tab', 'narrow', 'panel']

/** Every screen, each in the states that are easy to forget. */
export const scenes: Scene[] = [
  { name: 'welcome', at: '', wallet: 'new' },
  { name: 'which gateway', at: '', wallet: 'new', act: setUpToTheGateway, surfaces: TAB },
  { name: 'sign in there', at: '', wallet: 'new', act: setUpToSignIn, surfaces: TAB },
  { name: 'you are connected', at: '', wallet: 'new', act: setUpToItsEnd, surfaces: TAB },
  { name: 'locked', at: '', wallet: 'locked' },
  { name: 'home', at: '#/home', surfaces: ALL },
  { name: 'home, amounts shown', at: '#/home', act: showAmounts },
  { name: 'home, something new', at: '#/home', act: withNews, surfaces: ALL },
  { name: 'home, nothing yet', at: '#/home', mood: 'empty' },
  { name: 'home, empty wallet', at: '#/home', mood: 'fresh' },
  { name: 'home, gateway down', at: '#/home', mood: 'down' },
  { name: 'home, rate limited', at: '#/home', mood: 'busy' },
  { name: 'home, key revoked', at: '#/home', mood: 'revoked' },
  { name: 'send', at: '#/send' },
  { name: 'receive', at: '#/receive' },
  { name: 'send, another wallet of one’s own', at: '#/send', act: toOwnWallet, surfaces: POPUP },
  { name: 'send, review, long names', at: '#/send', act: reviewSend, surfaces: ALL },
  { name: 'send, nobody to pay', at: '#/send', act: sendToNobody, surfaces: POPUP },
  { name: 'mint', at: '#/mint', surfaces: ALL },
  { name: 'mint, more than there is', at: '#/mint', act: mintTooMuch, surfaces: POPUP },
  { name: 'mint, review', at: '#/mint', act: reviewMint, surfaces: ALL },
  { name: 'redeem', at: '#/redeem' },
  { name: 'fund', at: '#/fund' },
  { name: 'activity', at: '#/activity', surfaces: ALL },
  { name: 'activity, nothing yet', at: '#/activity', mood: 'empty', surfaces: TAB },
  { name: 'activity, gateway down', at: '#/activity', mood: 'down', surfaces: TAB },
  { name: 'home, received', at: '#/home', act: scrollToReceived, surfaces: POPUP },
  { name: 'activity, filters', at: '#/activity', act: openFilters },
  { name: 'activity, received', at: '#/activity', act: onlyReceived, surfaces: TAB },
  { name: 'activity, received, none', at: '#/activity', mood: 'empty', act: onlyReceived, surfaces: TAB },
  { name: 'activity, received, older gateway', at: '#/activity', mood: 'older', act: onlyReceived },
  { name: 'received, amount not known yet', at: '#/transaction?id=r1' },
  { name: 'received, long and large', at: '#/transaction?id=r2' },
  { name: 'received, own wallet', at: '#/transaction?id=r3', surfaces: TAB },
  { name: 'received, sealed', at: '#/transaction?id=r4' },
  { name: 'redeem under way', at: '#/transaction?id=t1' },
  { name: 'transfer settled', at: '#/transaction?id=t3', surfaces: TAB },
  { name: 'transfer failed', at: '#/transaction?id=t6' },
  { name: 'approvals', at: '#/approvals', surfaces: ALL },
  { name: 'approvals, nothing waits', at: '#/approvals', mood: 'empty' },
  { name: 'approvals, gateway down', at: '#/approvals', mood: 'down', surfaces: TAB },
  { name: 'approve, receiver not known', at: '#/approvals?id=a1' },
  { name: 'approve, long and large', at: '#/approvals?id=a2' },
  { name: 'approve, signed in', at: '#/approvals?id=a1', act: signInToApprove, surfaces: ['tab', 'narrow'] },
  { name: 'policies, in the popup', at: '#/policies', surfaces: POPUP },
  { name: 'policies, signed in', at: '#/policies', act: signInToPolicies, surfaces: ['tab', 'narrow'] },
  { name: 'policy, changed', at: '#/policies?of=account', act: reviewPolicy, surfaces: ['tab', 'narrow'] },
  { name: 'transfer waits for approval', at: '#/transaction?id=a1' },
  { name: 'transfer not approved', at: '#/transaction?id=t8', surfaces: TAB },
  { name: 'wallets', at: '#/wallets' },
  { name: 'wallets, nothing yet', at: '#/wallets', mood: 'empty', surfaces: TAB },
  { name: 'wallet, sealed', at: '#/wallet?id=w3' },
  { name: 'wallet, long and large', at: '#/wallet?id=w2' },
  { name: 'receipts and cards', at: '#/notas' },
  { name: 'security', at: '#/security', surfaces: TAB },
  { name: 'security, signed in', at: '#/security', act: signIn, surfaces: ['tab', 'narrow'] },
  { name: 'recovery codes', at: '#/security', act: renewCodes, surfaces: ['tab', 'narrow'] },
  { name: 'security, in the popup', at: '#/security', surfaces: POPUP },
  { name: 'settings', at: '#/settings' },
  { name: 'backup', at: '#/settings', act: saveBackup },
  { name: 'sites', at: '#/sites' },
  { name: 'connect another gateway', at: '#/connect', surfaces: TAB },
  { name: 'payment, of another browser', at: '#/payment?id=none', surfaces: POPUP },
  { name: 'payment, settled', at: '#/home', act: paySettled, surfaces: ALL },
  // From here on there is a payment under way.
  { name: 'payment, outcome not known', at: '#/home', mood: 'down', act: pay },
  { name: 'stop following a payment', at: '#/home', mood: 'down', act: stopFollowing, surfaces: POPUP },
  { name: 'erase, outcome not known', at: '#/settings', mood: 'down', act: erase },
]
