import type { FunctionComponent } from 'preact'
import { Home } from '../../screens/home/screen.tsx'
import type { RouteName } from './route.ts'
import type { ScreenProps } from './screen.ts'

type Screen = FunctionComponent<ScreenProps>

/** Home is in the first load, so that a popup shows balances at once; every other screen comes when it is opened. */
export const home: Screen = Home

export const screens: Record<Exclude<RouteName, 'home'>, () => Promise<Screen>> = {
  send: () => import('../../screens/send/screen.tsx').then(({ Send }) => Send),
  pay: () => import('../../screens/pay/screen.tsx').then(({ Pay }) => Pay),
  requests: () => import('../../screens/requests/screen.tsx').then(({ Requests }) => Requests),
  batches: () => import('../../screens/batches/screen.tsx').then(({ Batches }) => Batches),
  receive: () => import('../../screens/receive/screen.tsx').then(({ Receive }) => Receive),
  fund: () => import('../../screens/fund/screen.tsx').then(({ Fund }) => Fund),
  mint: () => import('../../screens/mint/screen.tsx').then(({ Mint }) => Mint),
  redeem: () => import('../../screens/redeem/screen.tsx').then(({ Redeem }) => Redeem),
  payment: () => import('../../screens/payment/screen.tsx').then(({ Payment }) => Payment),
  transaction: () => import('../../screens/transaction/screen.tsx').then(({ TransactionScreen }) => TransactionScreen),
  activity: () => import('../../screens/activity/screen.tsx').then(({ Activity }) => Activity),
  approvals: () => import('../../screens/approvals/screen.tsx').then(({ Approvals }) => Approvals),
  policies: () => import('../../screens/policies/screen.tsx').then(({ Policies }) => Policies),
  wallets: () => import('../../screens/wallets/screen.tsx').then(({ Wallets }) => Wallets),
  wallet: () => import('../../screens/wallet/screen.tsx').then(({ WalletScreen }) => WalletScreen),
  contacts: () => import('../../screens/contacts/screen.tsx').then(({ Contacts }) => Contacts),
  notas: () => import('../../screens/notas/screen.tsx').then(({ Notas }) => Notas),
  sites: () => import('../../screens/sites/screen.tsx').then(({ Sites }) => Sites),
  security: () => import('../../screens/security/screen.tsx').then(({ Security }) => Security),
  settings: () => import('../../screens/settings/screen.tsx').then(({ SettingsScreen }) => SettingsScreen),
  webhooks: () => import('../../screens/webhooks/screen.tsx').then(({ Webhooks }) => Webhooks),
  connect: () => import('../../screens/connect/screen.tsx').then(({ ConnectAnother }) => ConnectAnother),
}
