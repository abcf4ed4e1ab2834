import { countedIn } from '#shared/ui/words/counted.ts'
import { words } from '#shared/ui/words/spoken.ts'

const counted = countedIn('en')
export const durationWords = words('durationWords', {
  minutes: (count: number) => counted(count, '# minute', '# minutes'),
  hours: (count: number) => counted(count, '# hour', '# hours'),
  days: (count: number) => counted(count, '# day', '# days'),
})

export const securityScreenWords = words('securityScreenWords', {
  inTab: 'A sign-in ends with the page that it was made in. Security has a tab of its own.',
  browser: 'This browser',
  account: 'Your account at the gateway',
})

/** What belongs to this browser: its password, its passkey. */
export const thisBrowserWords = words('thisBrowserWords', {
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
})
