import { words } from '#shared/ui/words/spoken.ts'
export const eraseWords = words('eraseWords', {
  title: 'Erase this wallet?',
  goes: 'The connected gateways, their keys, saved files and settings go from this browser. A payment that was not sent yet is not sent.',
  stays:
    'Your money, wallets and history stay at the gateway. The keys of this wallet stay valid there until you revoke them.',
  word: 'erase',
  type: 'Type “erase” to confirm',
  notConfirmed: 'Type the word “erase” to confirm.',
  action: 'Erase everything',
})
