import { call } from './api.js'
import { atTime, h } from './dom.js'
import { fill, row, rows } from './section.js'

const names = {
  'sign_in.password': 'Sign-in with password',
  'sign_in.totp': 'Sign-in with code',
  'sign_in.passkey': 'Sign-in with passkey',
  sign_out: 'Sign-out',
  'session.ended': 'Session ended',
  'password.changed': 'Password change',
  'totp.begun': 'Two-factor set-up begun',
  'totp.enabled': 'Two-factor switched on',
  'totp.disabled': 'Two-factor switched off',
  'recovery_codes.renewed': 'New recovery codes',
  'passkey.added': 'Passkey added',
  'passkey.renamed': 'Passkey renamed',
  'passkey.removed': 'Passkey removed',
  'api_key.created': 'API key made',
  'api_key.revoked': 'API key revoked',
  'wallet.exported': 'Wallet key exported',
  'money.fund': 'Fund',
  'money.mint': 'Mint',
  'money.transfer': 'Transfer',
  'money.redeem': 'Redeem',
  'money.cancel': 'Cancel',
  'account.created': 'Account made',
  'account.disabled': 'Account disabled',
  'account.enabled': 'Account enabled',
  'password.reset': 'Password reset',
  'second_factors.reset': 'Second factors reset',
}
const by = { session: 'in a session', api_key: 'with an API key', command_line: 'by the keeper of this gateway' }

export function showActivity() {
  return fill(
    'activity',
    () => call('GET', '/me/events?pageSize=10'),
    ({ items }) => rows(items.map(drawEvent), 'Nothing yet.'),
  )
}

function drawEvent({ type, outcome, at, credential, address }) {
  const refused = outcome !== 'ok' && outcome !== 'challenge'
  const title = [names[type] ?? type, refused && h('span', { class: 'tag bad' }, 'refused')].filter(Boolean)
  const where = [credential && by[credential.type], address && `from ${address}`].filter(Boolean).join(' ')
  return row(title, [[atTime(at), where].filter(Boolean).join(' · '), refused && outcome.replaceAll('_', ' ')])
}
