import { countedIn } from '#shared/ui/words/counted.ts'
import { words } from '#shared/ui/words/spoken.ts'
import type { Unfit } from '../../../screens/sites/model.ts'

const counted = countedIn('en')

export const thisSiteWords = words('thisSiteWords', {
  title: 'This site',
  on: 'Enabled',
  offAbout:
    'Enabled, the site can see that you use Sotto, and ask for an address card or a payment. You are asked before it gets one.',
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
})

export const sitesWords = words('sitesWords', {
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
  paidFrom: 'You paid it from',
  forget: 'Forget payments',
  forgetOf: (host: string) => `Forget payments to ${host}`,
  forgotten: (host: string) => `The wallet does not know any more that you paid ${host}.`,
  revoke: 'Take back',
  revokeOf: (host: string) => `Take back the access of ${host}`,
  revoked: (host: string) => `${host} gets your address only if you allow it again.`,
  disable: 'Disable',
  disableOf: (host: string) => `Disable on ${host}`,
  disabled: (host: string) => `Sotto is disabled on ${host}.`,
  more: 'Show more',
  revokeAll: 'Take everything back',
  revokeAllTitle: 'Take everything back?',
  revokeAllAbout: (count: number) =>
    counted(
      count,
      'One site will get an address or a payment only if you allow it again. What it noted down, it keeps.',
      '# sites will get an address or a payment only if you allow it again. What they noted down, they keep.',
    ),
  allRevoked: 'No site may know an address of yours any more.',
})
