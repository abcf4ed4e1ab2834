import { words } from '#shared/ui/words/spoken.ts'
export const lockWords = words('lockWords', {
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
})
