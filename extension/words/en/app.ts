import { countedIn } from '#shared/ui/words/counted.ts'
import { words } from '#shared/ui/words/spoken.ts'

const counted = countedIn('en')
export const appWords = words('appWords', {
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
    approvals: 'Approvals',
    wallets: 'Wallets',
    contacts: 'Contacts',
    notas: 'Receipts and cards',
    sites: 'Connected sites',
    security: 'Security',
    settings: 'Settings',
  },
  notSetUp: 'Connect your gateway to begin. It takes a minute, in a tab of its own.',
  setUp: 'Connect a gateway',
  rejected: 'The gateway does not accept the key of this wallet any more: it was revoked or has expired.',
  reconnect: 'Reconnect',
  missing: 'This part of the wallet could not be loaded.',
  missingTodo: 'Sotto may have been updated while this page was open. Load the page again.',
  reload: 'Reload',
})

/** Money that came in while the wallet was open. */
export const newsWords = words('newsWords', {
  came: (count: number) => counted(count, 'A payment was received.', '# payments were received.'),
  isNew: 'New',
})

export const frameWords = words('frameWords', {
  navigation: 'Wallet',
  environment: 'Environment',
  title: (screen: string) => `${screen} · Sotto`,
  switchFrom: (name: string) => `Gateway ${name}: choose another`,
  openInTab: 'Open in a tab',
  unseen: (count: number) => counted(count, '# received', '# received'),
  approvals: (count: number) => counted(count, '# payment waits for approval', '# payments wait for approval'),
})
