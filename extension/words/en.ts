/**
 * Every text of the wallet, in English, a section per screen. Import it as a namespace (`import * as words`), so that a
 * page carries only the sections it shows. Another language is a module of the same shape.
 */

import type { Trust } from '#shared/model/nota.ts'
import type { TransactionType } from '#shared/model/transaction.ts'
import type { IntentState, Verb } from '../intents/intent.ts'
import type { ProblemCode } from '../problem.ts'
import type { Term } from '../screens/approve/model.ts'
import type { Trouble as ConnectTrouble, KeyFlaw } from '../screens/connect/model.ts'
import type { Outlook } from '../screens/payment/model.ts'
import type { PayeeFlaw } from '../screens/send/model.ts'
import type { Unfit } from '../screens/sites/model.ts'
import type { Step as WelcomeStep } from '../screens/welcome/model.ts'
import type { Appearance } from '../store/settings.ts'
import type { AddressFlaw } from '../ui/address-rules.ts'
import type { AmountFlaw } from '../ui/amount-rules.ts'
import type { ExplorerFlaw } from '../ui/explorer.ts'
import type { NotaFlaw } from '../ui/nota-file.ts'
import type { StepName, StepState } from '../ui/steps.ts'
import type { Signer, Standing } from '../ui/verdict.ts'
import type { WalletAction } from '../ui/wallet-actions.ts'

export const verbs: Record<Verb, string> = {
  fund: 'Faucet payment',
  mint: 'Mint',
  transfer: 'Transfer',
  redeem: 'Redeem',
}

export const notifications = {
  settled: 'Payment settled',
  failed: 'Payment failed: open Sotto to see what happened',
  refused: 'Payment refused: nothing was sent',
  what: (verb: Verb, amount: string) => `${verbs[verb]} of ${amount}`,
}

/** Refusals of the wallet itself. */
export const problems: Record<ProblemCode, string> = {
  locked: 'The wallet is locked. Unlock it to go on.',
  no_vault: 'This wallet has not been set up yet.',
  vault_exists: 'This wallet is set up already.',
  vault_damaged: 'What the wallet stored cannot be read any more. Reset it, then connect your gateway again.',
  storage_damaged:
    'Part of what the wallet stored cannot be read any more. Reset the wallet in its settings, then connect again.',
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
    sites: 'Connected sites',
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
  environment: 'Environment',
  title: (screen: string) => `${screen} · Sotto`,
  switchFrom: (name: string) => `Gateway ${name}: choose another`,
  openInTab: 'Open in a tab',
}

export const peek = {
  hold: 'Hold to show',
  show: 'Hold to show the amount',
}

export const amountField = {
  label: 'Amount',
  max: 'Max',
  maxOf: (token: string) => `Max: all the ${token} there is`,
  available: 'Available:',
  asOf: (age: string) => `(seen ${age})`,
  over: 'That is more than was there when the wallet last looked. The gateway refuses it unless more has come in.',
  flaws: {
    empty: 'Type an amount.',
    comma: 'Write it with a point and without commas, such as 1250.5.',
    not_an_amount: 'Write digits, and a point before the decimals, such as 12.5.',
    leading_zero: 'Leave out the zeros at the beginning.',
    too_many_decimals: 'There are 6 decimals at most.',
    zero: 'The amount must be greater than 0.',
    too_large: 'That is more than the token can count: at most 18446744073709.551615.',
    over_limit: 'That is more than one call may move.',
  } satisfies Record<AmountFlaw, string>,
}

export const walletPicker = {
  search: (label: string) => `Search: ${label.toLowerCase()}`,
  choose: 'Choose a wallet',
  more: (count: number) => `${count} more wallets match. Search by label or address to find them.`,
}

/** What the forms that move money have in common. */
export const order = {
  review: 'Review',
  fields: { wallet: 'Wallet', to: 'Recipient', token: 'Token', amount: 'Amount' },
  /** Continues the name of a field, as the gateway's own sentences do. */
  notEnough: 'is more than there is',
  fromWallet: 'From wallet',
  toWallet: 'To wallet',
  noCustodial: 'You have no wallet yet that can pay. Create one: the gateway keeps its key.',
  noWallet: 'You have no wallet yet.',
  createWallet: 'Create a wallet',
  gas: 'Gas',
  gasOf: (has: string) => `Paid by this wallet, which holds ${has} ETH.`,
}

export const review = {
  back: 'Change',
  ledger: 'On the public ledger',
}

export const obstacle = {
  what: {
    gas: () => 'This wallet has no ETH to pay for gas. The faucet gives it some, together with test money.',
    sealed: () => 'The gateway cannot read the balance of this wallet now, so it cannot pay from it either.',
    mint: (open: string, hidden: string) =>
      `This wallet holds ${open} and no ${hidden}. Mint turns one into the other.`,
    fund: () => 'This wallet is empty. The faucet gives it test money.',
  },
  ways: { gas: 'Fund this wallet', fund: 'Fund this wallet', mint: 'Mint', sealed: '' },
}

export const fund = {
  title: 'Fund',
  about: 'The faucet of the test network gives test money. It is worth nothing outside of it.',
  limit: (most: string) => `At most ${most} a call.`,
  overLimit: (most: string) => `The faucet gives at most ${most} a call.`,
  gas: 'This wallet is low on ETH, so it gets gas too.',
  reviewTitle: 'Review the faucet payment',
  confirm: 'Confirm and fund',
  paidBy: 'Paid by',
  operator: 'The operator of the gateway, gas included',
  ledger: 'The wallet and the amount are visible to everybody.',
}

export const mint = {
  title: 'Mint',
  about: (open: string, hidden: string) => `Turns ${open} into ${hidden}, one for one, in the same wallet.`,
  ledger: 'The amount you mint is visible to everybody. What you do with it afterwards is not.',
  reviewTitle: 'Review the mint',
  confirm: 'Confirm and mint',
  pays: 'Gives',
  gets: 'Gets',
}

export const redeem = {
  title: 'Redeem',
  about: (hidden: string, open: string) => `Turns ${hidden} back into ${open}, one for one, in the same wallet.`,
  legs: 'It takes two transactions on the chain:',
  burn: (hidden: string) => `Your wallet burns the ${hidden}.`,
  payout: (open: string) => `The operator of the gateway pays the same amount of ${open} to your wallet.`,
  ledger: 'The amount becomes visible to everybody.',
  reviewTitle: 'Review the redeem',
  confirm: 'Confirm and redeem',
  pays: 'Burns',
  gets: 'Gets',
}

export const stepper = {
  label: 'Progress',
  states: {
    done: 'Done',
    now: 'Under way',
    later: 'Not yet',
    failed: 'Failed',
    unknown: 'Not known',
    stopped: 'Not done',
  } satisfies Record<StepState, string>,
  names: {
    handed: 'Taken by the gateway',
    faucet: 'Paid by the faucet',
    mint: 'Minted on the chain',
    transfer: 'Moved on the chain',
    check: 'Amount checked',
    burn: 'Burned on the chain',
    payout: 'Paid out by the operator',
  } satisfies Record<StepName, string>,
}

/** Why a transaction is not settled yet. */
export const waiting: Record<string, string> = {
  confirmation: 'Waiting for the chain to confirm it.',
  amount: 'Waiting until the amount that really moved is known.',
  public_decryption: 'Waiting for the network to decrypt the amount that was burned.',
  operator_gas: 'The operator of the gateway has too little ETH for gas now. It goes on by itself once there is more.',
  operator_liquidity: 'The operator of the gateway has too little money now. It goes on by itself once there is more.',
}

export const notaDrop = {
  choose: 'Choose a file',
  chooseInTab: 'Choose a file in a tab',
  pasteHere: 'Paste a nota here',
  pasted: 'Pasted nota',
  dropNow: 'Drop it anywhere on this page',
  inPopup: 'Paste it here, or choose a file in a tab.',
  flaws: {
    empty: 'There is nothing in it.',
    too_large: 'This is too large to be a nota: they have at most 16 KiB.',
    not_text: 'This is not text, so it is no nota.',
    several: 'One file at a time, please.',
    unreadable: 'The browser cannot read this. A folder is no nota.',
  } satisfies Record<NotaFlaw, string>,
}

export const erase = {
  title: 'Erase this wallet?',
  goes: 'The connected gateways, their keys, saved files and settings go from this browser. A payment that was not sent yet is not sent.',
  stays:
    'Your money, wallets and history stay at the gateway. The keys of this wallet stay valid there until you revoke them.',
  word: 'erase',
  type: 'Type “erase” to confirm',
  notConfirmed: 'Type the word “erase” to confirm.',
  action: 'Erase everything',
}

export const lock = {
  title: 'Welcome back',
  password: 'Wallet password',
  unlock: 'Unlock',
  pause: (left: string) => `Too many wrong passwords. The next one is taken in ${left}.`,
  passkey: 'Unlock with a passkey',
  passkeyInTab: 'Unlock with a passkey, in a tab',
  forgot: 'Forgot the password?',
  damagedTitle: 'This wallet cannot be opened',
  damaged: 'What the wallet stored is damaged and cannot be read any more.',
  damagedTodo: 'Reset it, then connect your gateway again. Your money is at the gateway, not here.',
  reset: 'Reset this wallet',
}

export const newPassword = {
  hint: (least: number) => `At least ${least} characters. Three or four words nobody would guess are good.`,
  again: 'Repeat',
  differs: 'must be the same as the password above',
}

export const welcome = {
  progress: 'Progress of the set-up',
  stepDone: '(done)',
  steps: { password: 'Password', gateway: 'Gateway', key: 'Sign in', done: 'Ready' } satisfies Record<
    WelcomeStep,
    string
  >,
  titles: {
    password: 'Choose a wallet password',
    gateway: 'Where is your gateway?',
    key: 'Connect your account',
    done: 'You are connected',
  } satisfies Record<WelcomeStep, string>,
  abouts: {
    password: 'It unlocks Sotto in this browser and never leaves it. Nobody can reset it for you.',
    gateway: 'Sotto talks to the gateway that you or somebody you trust runs, and to nobody else.',
    key: 'Sotto makes an API key of its own, which you can revoke at any time.',
    done: 'This browser now has a key of its own. Your password for the gateway was not kept.',
  } satisfies Record<WelcomeStep, string>,
  password: 'Wallet password',
  next: 'Continue',
  noWallet: 'Your account has no wallet yet. Create the first one to receive and send money.',
  wallets: (count: number) => `Your account has ${count === 1 ? 'one wallet' : `${count} wallets`}.`,
  create: 'Create my first wallet',
  open: 'Open Sotto',
}

export const connect = {
  another: 'Connect a gateway',
  again: 'Reconnect',
  inTab: 'A popup closes when the browser asks for a permission. Go on in a tab.',
  address: 'Address of the gateway',
  addressHint: 'Such as http://localhost:7984 or https://pay.example.com',
  willAsk: (host: string) =>
    `Your browser will ask whether Sotto may talk to ${host}. Allow it: no other site is asked for.`,
  connectedAs: (emails: string[]) =>
    `Connected already as ${emails.slice(0, 3).join(', ')}. You can add another account of it.`,
  find: 'Find the gateway',
  found: (origin: string) => `Gateway found at ${origin}`,
  change: 'Change',
  allow: 'Allow access',
  withDetail: (what: string, detail: string | undefined) => (detail === undefined ? what : `${what} (${detail})`),
  /** Why there is no connection at an address, and what to do. */
  troubles: {
    empty: { what: 'Type the address of your gateway.', todo: '' },
    not_an_address: { what: 'This is no address. One looks like https://pay.example.com', todo: '' },
    plain_http: { what: 'Plain http is for this computer alone. Use https:// for any other host.', todo: '' },
    has_credentials: { what: 'An address with a name or password in it is not used. Leave that part out.', todo: '' },
    denied: {
      what: 'You did not let Sotto talk to this host.',
      todo: 'Try again and choose “Allow”. Without it no gateway can be reached.',
    },
    not_asked: {
      what: 'The browser did not ask for the permission.',
      todo: 'Try again. If it stays, look whether your browser restricts extensions.',
    },
    refused: {
      what: 'Nothing listens at this address.',
      todo: 'Check the port, and start the gateway: sotto start',
    },
    name_not_found: { what: 'There is no host of this name.', todo: 'Check the spelling and your network.' },
    tls: {
      what: 'There is no secure connection to this host: its certificate is not trusted.',
      todo: 'Open the address in a tab to see why. Nothing was sent.',
    },
    no_answer: {
      what: 'The host does not answer.',
      todo: 'Check the address, that the gateway runs, and its certificate: open the address in a tab to see.',
    },
    timeout: {
      what: 'The host took too long to answer.',
      todo: 'Check that the gateway runs and that nothing in between holds it up.',
    },
    not_sotto: {
      what: 'Something answers here, but it is not a Sotto gateway.',
      todo: 'Check the address and the port.',
    },
    redirected: {
      what: 'This address leads elsewhere. Sotto follows no redirects.',
      todo: 'Type the address that it leads to.',
    },
    other_version: {
      what: 'This gateway speaks another version of the API.',
      todo: 'Update whichever is older: the gateway or this extension.',
    },
    misdirected: {
      what: 'The gateway does not answer to this host name.',
      todo: 'Use its own address, or set SOTTO_PUBLIC_URL on the gateway to this one.',
    },
    unavailable: {
      what: 'The server is there, but the gateway behind it is not.',
      todo: 'Start the gateway, or try again in a moment.',
    },
  } satisfies Record<ConnectTrouble, { what: string; todo: string }>,
  keyLabel: (browser: string) => `Sotto wallet, ${browser}`,
  makingKey: 'Making a key for this browser…',
  keyAbout: 'The sign-in is used once, to make the key, and ends right after.',
  pasteInstead: 'Paste an API key instead',
  signInInstead: 'Sign in instead',
  pasteTitle: 'Paste an API key',
  pasteAbout: 'One that you made on the gateway’s account page or with “sotto api-key create”.',
  key: 'API key',
  keyHint: 'Begins with sotto_sk_. It is stored encrypted, and never shown again.',
  keyFlaws: {
    empty: 'Paste the key.',
    other_form: 'This is no API key: one is sotto_sk_ and 43 letters and digits.',
  } satisfies Record<KeyFlaw, string>,
  connect: 'Connect',
  connectedAgain: 'Connected again.',
  toSettings: 'Back to settings',
}

export const send = {
  title: 'Send',
  from: 'From',
  to: 'To',
  recipient: 'Recipient',
  kinds: { address: 'Address', nota: 'Card', wallet: 'Own wallet' },
  address: 'Address of the recipient',
  addressHint: '0x and 40 digits. Paste it, then compare beginning, middle and end.',
  card: 'Drop an address card here',
  otherCard: 'Use another card',
  ownWalletPicker: 'Own wallet to pay',
  noOther: 'You have no other wallet.',
  token: 'What to send',
  hidden: 'Everybody can see who pays whom, and when. The amount stays hidden.',
  open: 'Everybody can see who pays whom, when, and how much.',
  ownWallet: 'A wallet of your own',
  byCard: (signer: string) => `From an address card. ${signer}`,
  reviewTitle: 'Review the payment',
  confirm: 'Confirm and send',
  newPayee: 'You have not paid this address before',
  newPayeeTodo:
    'Ask the recipient to read it to you, or compare it with what they gave you. A payment cannot be undone.',
  alike: 'This address looks like another one that you know, but it is not the same',
  alikeTodo: 'Such addresses are made to deceive. Compare every digit with the one you know:',
  flaws: {
    empty: 'Type or paste an address.',
    not_an_address: 'This is no address: it begins with 0x, and only digits and the letters a to f follow.',
    too_short: 'This address is too short: there are 40 digits after 0x.',
    too_long: 'This address is too long: there are 40 digits after 0x.',
    checksum:
      'A digit of this address is wrong: its capital letters do not fit. Copy it again from where it comes from.',
    zero: 'This is the zero address. What is sent there is lost.',
    self: 'This is the wallet that pays. Choose another recipient.',
    no_card: 'Drop, paste or choose an address card.',
    card_waiting: 'The gateway has not yet said what is in this card.',
    card_refused: 'This file cannot be paid.',
    card_is_receipt: 'This is a receipt. It names no wallet to pay; an address card does.',
    card_broken: 'This card cannot be paid: something in it is wrong.',
    card_unproven:
      'This card cannot be paid: this gateway does not know who made it, and the wallet that it names has not signed it.',
    no_wallet: 'Choose a wallet.',
  } satisfies Record<PayeeFlaw, string>,
  mayNotPay: 'The key of this wallet may not pay.',
  mayNotPayTodo: 'Connect the gateway again with a key that has the scope “pay”.',
}

/** What the gateway says of a nota. */
export const verdict = {
  standings: { valid: 'Valid', unproven: 'Not proven', broken: 'Not valid' } satisfies Record<Standing, string>,
  signed: 'Signed',
  signers: {
    wallet: 'Signed by the wallet itself.',
    this_gateway: 'Signed by your gateway.',
    trusted: 'Signed by an issuer that your gateway trusts.',
    unknown: 'Signed by somebody whom your gateway does not know.',
  } satisfies Record<Signer, string>,
  issuer: 'Issuer',
  trust: 'Trust',
  trusts: {
    this_gateway: 'Your gateway',
    trusted: 'Trusted by your gateway',
    unknown: 'Not known to your gateway',
  } satisfies Record<Trust, string>,
  issued: 'Issued',
  checks: 'What was checked',
  results: { passed: 'Passed', failed: 'Failed', not_checked: 'Not checked' },
  names: {
    signature: 'Unchanged since it was signed',
    dates: 'Dates',
    network: 'Network',
    wallet_signature: 'Signature of the wallet',
    amount_statement: 'Statement of the amount',
    first_leg: 'First transaction on the chain',
    payout_leg: 'Payout on the chain',
    amount_on_chain: 'Amount on the chain',
  },
  watch: 'Save as a watch-only wallet',
  watched: 'Saved. The wallet is watched from now on.',
  isWallet: 'This wallet is among yours already.',
  noLabel: 'No label',
}

export const payment = {
  outlooks: {
    sending: { title: 'Being sent', about: 'It is written down and on its way. You can close this page.' },
    unknown: {
      title: 'Outcome not known yet',
      about:
        'The gateway may or may not have taken this payment. The wallet asks again by itself, and it can never be ' +
        'paid twice. Do not send it a second time.',
    },
    ask: {
      title: 'Not sent',
      about:
        'The gateway did not get this payment, and you confirmed it too long ago to send it without asking. ' +
        'Send it now, or discard it.',
    },
    refused: { title: 'Refused', about: 'The gateway did not take this payment. No money was moved.' },
    discarded: { title: 'Discarded', about: 'This payment was not sent. No money was moved.' },
    pending: { title: 'Pending', about: 'The gateway has it and waits for the chain. You can close this page.' },
    settling: { title: 'Settling', about: 'The first part is done. You can close this page.' },
    settled: { title: 'Settled', about: 'The chain has confirmed it.' },
    unsettled: {
      title: 'Settled, and being confirmed again',
      about: 'The chain took back what it had confirmed. The gateway sends the same payment again by itself.',
    },
    failed: { title: 'Failed', about: 'This payment was not made, or not in full. What the chain said:' },
  } satisfies Record<Outlook, { title: string; about: string }>,
  sendNow: 'Send it now',
  discard: 'Discard it',
  change: 'Change and try again',
  anew: 'Begin a new payment',
  fundFirst: 'Fund this wallet',
  transaction: 'Show the transaction',
  settledSaid: (what: string) => `${what} settled.`,
  failedSaid: (what: string) => `${what} failed.`,
  refusedSaid: (what: string) => `${what} was refused.`,
  notSeen: 'The wallet could not check it just now',
  begun: 'You confirmed',
  unknownWallet: 'A wallet that is not listed',
  none: 'This address names no payment.',
  elsewhere: 'This payment belongs to another gateway. Switch to it to follow the payment.',
}

export const cancel = {
  action: 'Cancel this payment',
  about: 'The gateway tries to take it back. Whichever reaches the chain first decides.',
  asked: 'Asked to cancel. Whichever reaches the chain first decides.',
  late: 'It is too late: the payment is on the chain already, or about to be. It goes on as if nothing had been asked.',
}

export const receiptFile = {
  title: 'Receipt',
  about: 'A signed file that says what the chain says of this transaction. Anybody with a Sotto gateway can check it.',
  get: 'Download the receipt',
  keep: 'Keep it here',
  kept: 'Kept under Receipts and cards.',
  got: 'The receipt was downloaded.',
  notYet: 'There is no receipt yet. It can be written as soon as the chain shows this transaction.',
  fileName: (id: string) => `sotto-receipt-${id}`,
}

export const transaction = {
  title: 'Transaction',
  types: {
    FUND: 'Faucet payment',
    MINT: 'Mint',
    TRANSFER: 'Transfer',
    REDEEM: 'Redeem',
  } satisfies Record<TransactionType, string>,
  wallet: 'Wallet',
  to: 'To',
  txHash: 'Transaction hash',
  burnHash: 'Hash of the burn',
  payoutHash: 'Hash of the payout',
  noHash: 'None yet',
  created: 'Begun',
  updated: 'Last change',
  externalId: 'Reference',
  id: 'ID',
  error: 'What went wrong',
  onExplorer: 'Open in the explorer',
  none: 'This address names no transaction.',
  gone: 'The gateway does not know this transaction.',
  back: 'Activity',
  details: 'Details',
}

/** Links to a block explorer. */
export const explorer = {
  title: 'Block explorer',
  about:
    'Transaction hashes can link to a public block explorer. It then learns which transactions you look at, so there ' +
    'are no links until you name one. The wallet itself never asks it anything.',
  label: 'Address of the explorer',
  hint: (address: string) => `For Sepolia, for example ${address}. Leave it empty for no links.`,
  save: 'Save',
  saved: 'Saved.',
  removed: 'Saved: there are no links now.',
  flaws: {
    not_an_address: 'is not the address of a page',
    plain_http: 'must begin with https, unless it is on this computer',
    has_more: 'must be the address of its first page, without anything behind it',
  } satisfies Record<ExplorerFlaw, string>,
}

export const home = {
  waiting: 'Reading your balances…',
  noWallet: 'No wallet yet. The gateway keeps its key; you decide what happens with it.',
  create: 'Create the first wallet',
  moving: 'Under way',
  states: {
    ready: 'Not sent yet',
    sending: 'Sending',
    unknown: 'Not known yet',
    ask: 'Send or discard?',
    accepted: 'Taken by the gateway',
    refused: 'Refused',
    discarded: 'Discarded',
  } satisfies Record<IntentState, string>,
  recent: 'Recent activity',
  nothing: 'Nothing yet. Fund the wallet to try things out.',
  others: 'Other wallets',
  all: 'See all',
}

export const triple = { normal: 'Public', confidential: 'Confidential', gas: 'Gas' }

export const transactionRow = {
  types: {
    FUND: 'Faucet payment',
    MINT: 'Mint',
    TRANSFER: 'Transfer',
    REDEEM: 'Redeem',
  } satisfies Record<TransactionType, string>,
  to: ' to ',
}

export const activity = {
  title: 'Activity',
  underWay: 'Under way',
  all: 'All transactions',
  shown: (shown: number, total: number) => `${shown} of ${total} transactions`,
  more: 'Show more',
  empty: 'Nothing has happened yet. The faucet gives test money to begin with.',
  emptyAction: 'Fund a wallet',
  noMatch: 'No transaction matches these filters.',
  kept: (age: string) => `What this browser kept, as it was ${age}.`,
  keptNoAge: 'What this browser kept. It may be out of date.',
  filters: 'Filters',
  filtersSet: (count: number) => (count === 1 ? '1 filter is set' : `${count} filters are set`),
  clear: 'Clear filters',
  wallet: 'Wallet',
  anyWallet: 'All wallets',
  type: 'Type',
  anyType: 'All types',
  status: 'Status',
  anyStatus: 'Any status',
  from: 'From day',
  to: 'To day',
  externalId: 'Reference',
  externalIdHint: 'The whole of it, as it was given.',
  export: 'Export as CSV',
  exporting: (read: number, total: number) => `${read} of ${total} read. To leave room for others this takes a while.`,
  exportStop: 'Stop',
  exported: (count: number) => (count === 1 ? '1 transaction was exported.' : `${count} transactions were exported.`),
  fileName: (day: string) => `sotto-activity-${day}`,
}

const legs: Record<string, string> = {
  fund: 'Faucet payment',
  mint: 'Mint',
  transfer: 'Transfer',
  burn: 'Burn',
  payout: 'Payout',
}

export const notas = {
  title: 'Receipts and cards',
  about: 'Address cards name a wallet to be paid. Receipts prove a payment. Your gateway says what is in one.',
  drop: 'Drop a receipt or an address card here',
  kinds: { 'address-card': 'Address card', receipt: 'Receipt' },
  close: 'Close',
  keep: 'Keep it here',
  kept: 'Kept here.',
  keptAlready: 'This file is kept here.',
  download: 'Download',
  downloadOf: (name: string) => `Download ${name}`,
  openOf: (name: string) => `Open ${name}`,
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  renameTitle: 'Rename this file',
  renameLabel: 'Name',
  renamed: 'Renamed.',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: 'Remove this file?',
  removeAbout: (name: string) => `“${name}” is removed from this browser. Copies that you downloaded stay.`,
  removed: 'Removed.',
  saved: 'Kept in this browser',
  empty: 'No file is kept here yet. Drop one above to see what is in it.',
  pay: 'Pay to this card',
  network: 'Network',
  chain: (network: string, chainId: number) => `${network} (chain ${chainId})`,
  label: 'Label',
  address: 'Address',
  type: 'Type',
  status: 'Status then',
  amount: 'Amount',
  noAmount: 'Not named',
  amountSources: {
    chain: 'The chain shows it to everybody.',
    wallet: 'Stated by a wallet that took part, under its signature.',
  },
  from: 'From',
  to: 'To',
  leg: (kind: string) => (Object.hasOwn(legs, kind) ? (legs[kind] ?? kind) : kind),
  legDone: 'went through',
  legFailed: 'was reverted',
  block: (block: number) => `block ${block}`,
  yours: 'This is a transaction of your account.',
  showTransaction: 'Show the transaction',
  verdictDetails: 'Who signed it, and what was checked',
  savedOn: (day: string) => `Kept ${day}`,
}

export const balanceCard = { total: 'Total', hide: 'Hide confidential amounts' }

/** The ways to move money of a wallet. */
export const quick = {
  label: 'Move money',
  actions: {
    send: 'Send',
    receive: 'Receive',
    mint: 'Mint',
    redeem: 'Redeem',
    fund: 'Fund',
  } satisfies Record<WalletAction, string>,
}

export const wallets = {
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
}

export const watch = {
  title: 'Watch a wallet',
  about: 'You see what it holds in public and can pay it. Nobody can spend from it here.',
  how: 'What do you have of it?',
  byAddress: 'Its address',
  byCard: 'An address card',
  address: 'Address',
  action: 'Watch it',
  added: 'The wallet is watched from now on.',
  drop: 'Drop an address card, choose it or paste it.',
  isReceipt: 'This is a receipt. It names no wallet to watch; an address card does.',
  another: 'Another card',
  flaws: {
    empty: 'Type or paste an address.',
    not_an_address: 'This is no address: it begins with 0x, and only digits and the letters a to f follow.',
    too_short: 'This address is too short: there are 40 digits after 0x.',
    too_long: 'This address is too long: there are 40 digits after 0x.',
    checksum: 'A digit of this address is wrong: its capital letters do not fit. Copy it again.',
    zero: 'This is the zero address. It is nobody’s wallet.',
    self: 'This address is among your wallets already.',
  } satisfies Record<AddressFlaw, string>,
}

export const wallet = {
  gone: 'This wallet is not among yours any more.',
  all: 'All wallets',
  balance: 'Balance',
  address: 'Address and card',
  addressAbout: 'Whoever has one of these can pay this wallet.',
  about: 'About this wallet',
  kind: 'Key',
  custodial: 'Kept by the gateway',
  external: 'Elsewhere: this wallet is only watched',
  created: 'Added',
  rename: 'Rename',
  renameTitle: 'Rename the wallet',
  renameHint: 'Only you see it. Empty takes it away.',
  save: 'Save',
  renamed: 'The wallet is renamed.',
  makePrimary: 'Make primary',
  madePrimary: 'This wallet is the primary one now.',
  remove: 'Stop watching',
  removeTitle: 'Stop watching this wallet?',
  removeAbout: 'It goes from your list, and its past payments stay in your activity. You can add it again.',
  removed: 'The wallet is not watched any more.',
  export: 'Export the key',
  transactions: 'Transactions',
  none: 'No transaction of this wallet yet.',
  allOf: 'See all',
}

export const exportKey = {
  title: 'Export the key',
  inTab: 'Exporting a key needs a sign-in, which a popup that closes would lose. Go on in a tab.',
  about: 'You get a file that is encrypted under a passphrase. Whoever has both can spend everything in this wallet.',
  stays: 'The gateway keeps its copy: the wallet goes on working here.',
  passphrase: 'Passphrase of the file',
  hint: (least: number) => `At least ${least} characters. Without it the file is worthless, and nobody can reset it.`,
  again: 'Repeat',
  differs: 'must be the same as the passphrase above',
  action: 'Export',
  done: 'The key is in your downloads. Keep file and passphrase apart.',
  back: 'Back to the wallet',
}

/** A sign-in that a screen needs. */
export const held = {
  about: (origin: string) =>
    `Sign in at ${origin}. The sign-in ends after 10 minutes without use, and when you lock or close this tab.`,
  other: (email: string) => `You signed in to another account. This gateway is connected as ${email}.`,
  signedIn: (email: string) => `Signed in as ${email}`,
  signOut: 'Sign out',
  ended: 'You are signed out.',
}

export const receive = {
  title: 'Receive',
  wallet: 'Into',
  qr: (name: string) => `QR code of the address of ${name}`,
  copyAddress: 'Copy address',
  network: 'Only STABLE and cSTABLE of this test network arrive here.',
  card: 'Address card',
  cardAbout: 'A signed file that says this address is yours. Whoever pays you can check it.',
  withLabel: 'Put the label into the card',
  withLabelHint: (label: string) => `Whoever gets the card reads “${label}”.`,
  download: 'Download card',
  copy: 'Copy card',
  downloaded: 'The card is in your downloads.',
  none: 'No wallet yet. Create one to be paid.',
  create: 'Create the first wallet',
}

export const durations = {
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
}

export const security = {
  inTab: 'A sign-in would end with this popup. Security has a tab of its own.',
  browser: 'This browser',
  account: 'Your account at the gateway',
}

/** What belongs to this browser: its password, its passkey. */
export const thisBrowser = {
  password: 'Wallet password',
  passwordAbout: 'Unlocks Sotto in this browser. The gateway does not know it.',
  change: 'Change',
  changeLabel: 'Change the wallet password',
  changeTitle: 'Change the wallet password',
  changeAction: 'Change password',
  current: 'Current wallet password',
  next: 'New wallet password',
  changed: 'The wallet password is changed.',
  passkey: 'Unlock with a passkey',
  passkeyAbout: 'Your device’s lock opens the wallet. The password stays a way in.',
  passkeySince: (day: string) => `On since ${day}`,
  passkeyOn: 'Switch on',
  passkeyOnLabel: 'Switch on unlocking with a passkey',
  passkeyOff: 'Switch off',
  passkeyOffLabel: 'Switch off unlocking with a passkey',
  passkeyOffTitle: 'Unlock by password alone?',
  passkeyOffAbout: 'The passkey no longer opens this wallet. Your device may go on offering it: remove it there too.',
  passkeyAdded: 'The passkey opens this wallet from now on.',
  passkeyRemoved: 'The passkey no longer opens this wallet.',
  unfit: 'This passkey cannot unlock a wallet: your device or browser lacks the PRF extension. Remove it there again.',
  lock: 'Lock',
  locksAfter: (idle: string, cap: string) =>
    `Locks after ${idle} without use, and ${cap} after the unlock at the latest.`,
  lockNow: 'Lock now',
}

export const settings = {
  gateways: 'Gateways',
  addGateway: 'Connect another',
  key: (prefix: string) => `Key ${prefix}…`,
  rejected: 'Key not accepted',
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  renameTitle: 'Rename the gateway',
  renamed: 'The gateway is renamed.',
  name: 'Name',
  noName: 'Type a name.',
  save: 'Save',
  reconnectOf: (name: string) => `Reconnect ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  locking: 'Lock',
  lockingAbout: 'It also locks with your computer, and when the browser restarts.',
  idle: 'Without use, after',
  cap: 'At the latest, after',
  looks: 'Appearance',
  appearance: 'Colours',
  appearances: { system: 'System', light: 'Light', dark: 'Dark' } satisfies Record<Appearance, string>,
  privacy: 'Privacy',
  hide: 'Hide confidential amounts',
  hideHint: 'They show as dots until you hold them down.',
  notify: 'Notify me when a payment ends',
  notifyHint: 'Your browser asks for a permission. While amounts are hidden, none is in a notification.',
  notifyDenied: 'The browser does not let Sotto notify you.',
  notifyDeniedTodo: 'Allow it in the settings of your browser, then switch it on again.',
  diagnostics: 'Diagnostics',
  diagnosticsAbout: 'Versions, origins and counts, for whoever helps you. No key, amount, address or name is in it.',
  show: 'Show what is copied',
  copyDiagnostics: 'Copy diagnostics',
  erase: 'Erase',
  eraseAbout: 'Makes this browser forget everything about Sotto. Your money stays at the gateway.',
}

export const removeGateway = {
  title: 'Remove the gateway',
  about:
    'Its key, saved files and cached history go from this browser. Payments that were not sent yet are not sent. Your money and wallets stay at the gateway.',
  keyStays: (prefix: string) =>
    `The key ${prefix}… stays valid at the gateway until it is revoked there. To revoke it now, you sign in once.`,
  revokeToo: 'Sign in and revoke the key too',
  removeOnly: 'Remove from this browser only',
  revokeAndRemove: 'Revoke the key and remove',
  removed: 'The gateway is removed.',
}

export const networks = { sandbox: 'test network' }

/** What a site is told by an address card. */
export const willSee = {
  address: (network: string) => `The wallet’s address, on the ${network}`,
  lookUp: 'Anybody who has it can look up every payment to and from it, and its public balances',
  not: 'Not: confidential amounts, name, other wallets',
}

export const siteNotes = {
  local: 'A page of this computer. Its connection is not encrypted.',
  foreign: 'Foreign letters. It reads',
  foreignTodo: 'Names in other alphabets can be made to look like ones that you know. Make sure it is the right one.',
  like: 'It looks much like',
  likeTodo: 'It is not that one. Refuse if you meant to be there.',
}

export const approve = {
  window: 'Requests of web pages',
  title: (host: string) => `${host} asks for an address card`,
  question: 'Share an address card?',
  count: (of: number) => `1 of ${of}`,
  purpose: 'The site says what for:',
  wallet: 'Wallet to share',
  gateway: 'Kept by',
  sees: 'What the site will see',
  term: 'How long',
  terms: { always: 'Until I take it back', month: '30 days', day: '1 day' } satisfies Record<Term, string>,
  refuse: 'Refuse',
  allow: 'Allow',
  locked: 'Unlock to answer',
  lockedAbout: 'asks for an address card.',
  nothing: 'No site is waiting for an answer.',
  close: 'Close this window',
  missing: {
    'set-up': {
      title: 'Sotto is not set up yet',
      about: (host: string) => `${host} asks for an address card. Set up the wallet and connect your gateway first.`,
      action: 'Set up Sotto',
    },
    damaged: {
      title: 'This wallet cannot be opened',
      about: (host: string) => `${host} asks for an address card, but what the wallet stored is damaged.`,
      action: 'See what to do',
    },
    connect: {
      title: 'No gateway is connected',
      about: (host: string) =>
        `${host} asks for an address card. Connect your gateway first: the page waits meanwhile.`,
      action: 'Connect a gateway',
    },
  },
}

export const thisSite = {
  title: 'This site',
  on: 'Enabled',
  offAbout:
    'Enabled, the site can see that you use Sotto, and ask for an address card. You are asked before it gets one.',
  enable: 'Enable on this site',
  enableOn: (host: string) => `Enable on this site, ${host}`,
  enabled: (host: string) => `Sotto is enabled on ${host}.`,
  disable: 'Disable',
  denied: 'The browser did not let Sotto onto this site.',
  mayAsk: 'It knows no address of yours. It may ask for a card.',
  sees: (wallet: string) => `It knows the address of ${wallet}.`,
  seesOne: 'It knows the address of one of your wallets.',
  unfit: {
    hidden: 'The browser keeps this page to itself. Sotto cannot be enabled here.',
    file: 'This is a file. Sotto is for web sites.',
    store: 'Browsers let no extension onto this site.',
    plain_http: 'The connection to this site is not encrypted. Sotto needs https, except on this computer.',
  } satisfies Record<Exclude<Unfit, 'browser'>, string>,
}

export const sites = {
  about: 'Sites that can see that you use Sotto. What one sees does not change when you choose another wallet here.',
  empty: 'No site is connected. Open one that works with Sotto, press Sotto in the toolbar, and enable it there.',
  reads: 'Reads',
  nothing: 'Knows no address of yours',
  sees: 'Knows the address of',
  someWallet: 'a wallet',
  enabled: (day: string) => `Enabled ${day}`,
  since: (day: string) => `Since ${day}`,
  used: (ago: string) => `used ${ago}`,
  notUsed: 'not used yet',
  until: (moment: string) => `Until ${moment}`,
  revoke: 'Take back',
  revokeOf: (host: string) => `Revoke the access of ${host}`,
  revoked: (host: string) => `${host} can no longer ask for your address.`,
  disable: 'Disable',
  disableOf: (host: string) => `Disable on ${host}`,
  disabled: (host: string) => `Sotto is disabled on ${host}.`,
  more: 'Show more',
  revokeAll: 'Take everything back',
  revokeAllTitle: 'Take everything back?',
  revokeAllAbout: (count: number) =>
    `${count} sites may not ask the wallet for your address any more. What they noted down, they keep.`,
  allRevoked: 'No site may know an address of yours any more.',
}
