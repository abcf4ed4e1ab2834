/**
 * Every text of the wallet, in English, a section per screen. Import it as a namespace (`import * as words`), so that a
 * page carries only the sections it shows. Another language is a module of the same shape.
 */

import type { Verb } from '../intents/intent.ts'
import type { ProblemCode } from '../problem.ts'

export const verbs: Record<Verb, string> = {
  fund: 'Faucet payment',
  mint: 'Mint',
  transfer: 'Transfer',
  redeem: 'Redeem',
}

export const notifications = {
  settled: 'Payment settled',
  failed: 'Payment not made',
  what: (verb: Verb, amount: string) => `${verbs[verb]} of ${amount}`,
}

/** Refusals of the wallet itself. */
export const problems: Record<ProblemCode, string> = {
  locked: 'The wallet is locked. Unlock it to go on.',
  no_vault: 'This wallet has not been set up yet.',
  vault_exists: 'This wallet is set up already.',
  vault_damaged: 'What the wallet stored cannot be read any more. Reset it, then connect your gateway again.',
  wrong_password: 'That password is wrong.',
  throttled: 'Too many wrong passwords. Wait before the next one.',
  unknown_profile: 'This gateway is not connected any more.',
  unknown_intent: 'The wallet does not know this payment any more. Look for it in your activity.',
  unknown_nota: 'This file is not kept here any more.',
  permission_missing: 'The browser does not let the wallet talk to this gateway. Give it permission and try again.',
  too_fast: 'The wallet asks the gateway less often now, to stay under its limits.',
  not_allowed: 'The wallet refused this request.',
  nota_too_large: 'This file is too large to be a nota: they have at most 16 KiB.',
  not_text: 'This file is not text, so it is no nota.',
  other_account: 'This key belongs to another account. Connect it as a gateway of its own.',
  unknown_approval: 'The page does not wait for this any more.',
}

export const app = {
  name: 'Sotto',
  network: 'Test network',
  lock: 'Lock the wallet',
  openTab: 'Open the dashboard',
  menu: 'Menu',
  skip: 'Skip to content',
  gateways: 'Gateway',
  back: 'Back',
  nav: {
    home: 'Home',
    send: 'Send',
    receive: 'Receive',
    activity: 'Activity',
    wallets: 'Wallets',
    notas: 'Receipts and cards',
    security: 'Security',
    settings: 'Settings',
  },
  notSetUp: 'Connect your gateway to begin. It takes a minute, in a tab of its own.',
  setUp: 'Connect a gateway',
  rejected: 'The gateway does not accept the key of this wallet any more: it was revoked or has expired.',
  reconnect: 'Reconnect',
}

export const frame = {
  navigation: 'Wallet',
  switchFrom: (name: string) => `Gateway ${name}: choose another`,
}

export const peek = {
  hold: 'Hold to show',
  show: 'Hold to show the amount',
}
