import { call } from './api.js'
import { ask, reveal } from './dialog.js'
import { announce, copyButton, h } from './dom.js'
import { fresh } from './fresh.js'
import { qr } from './qr.js'

const password = { label: 'Password', name: 'password', type: 'password', autocomplete: 'current-password' }
const code = { label: 'Code', name: 'code', autocomplete: 'one-time-code', class: 'code', maxlength: 40 }

export function showTotp(user, changed) {
  const content = document.querySelector('#totp .content')
  const button = (text, kind, onclick) => h('button', { type: 'button', class: kind, onclick }, text)
  const next = (totpEnabled, said) => {
    announce(said)
    changed()
    showTotp({ ...user, totpEnabled }, changed)
  }
  const off = [
    h(
      'p',
      { class: 'about' },
      'Off. With it, a password alone signs nobody in: a code from your phone is asked for too.',
    ),
    h(
      'div',
      { class: 'buttons' },
      button('Set up', '', () => setUp(user, next)),
    ),
  ]
  const on = [
    h('p', { class: 'about' }, h('span', { class: 'tag' }, 'On'), ' A code is asked for after your password.'),
    h(
      'div',
      { class: 'buttons' },
      button('New recovery codes', '', () => renew(changed)),
      button('Switch off', 'danger', () => switchOff(user, next)),
    ),
  ]
  content.replaceChildren(...(user.totpEnabled ? on : off))
}

async function setUp(user, next) {
  const begun = await ask({
    title: 'Set up two-factor authentication',
    content: [
      h('input', { name: 'username', type: 'email', autocomplete: 'username', value: user.email, hidden: true }),
    ],
    fields: [password],
    action: 'Continue',
    run: (values) => fresh(user.email, () => call('POST', '/me/totp', { password: values.get('password') })),
  })
  if (begun === undefined) return
  const groups = begun.secret.match(/.{1,4}/g).join(' ')
  const confirmed = await ask({
    title: 'Scan this code',
    content: [
      h('p', {}, 'Scan it with your authenticator app, then enter the six digits that the app shows.'),
      qr(begun.uri, 'QR code for your authenticator app'),
      h(
        'details',
        {},
        h('summary', {}, 'Cannot scan?'),
        h('p', {}, 'Enter this secret in the app:'),
        h('p', { class: 'secret' }, groups),
      ),
    ],
    fields: [{ ...code, inputmode: 'numeric', maxlength: 7 }],
    action: 'Switch on',
    run: (values) => fresh(user.email, () => call('POST', '/me/totp/confirm', { code: values.get('code') })),
  })
  if (confirmed === undefined) return
  next(true, 'Two-factor authentication is on.')
  await showCodes(confirmed)
}

function showCodes({ recoveryCodes }) {
  return reveal({
    title: 'Your recovery codes',
    content: [
      h(
        'p',
        {},
        'Each signs you in once when your phone is not at hand. Keep them where your phone is not: they are shown this once.',
      ),
      h('ul', { class: 'secret codes' }, ...recoveryCodes.map((each) => h('li', {}, each))),
      copyButton(recoveryCodes.join('\n'), 'Copy codes'),
    ],
  })
}

async function renew(changed) {
  const renewed = await ask({
    title: 'New recovery codes',
    content: [h('p', {}, 'The old ones are void from then on.')],
    fields: [code],
    action: 'Make new codes',
    run: (values) => call('POST', '/me/totp/recovery-codes', { code: values.get('code') }),
  })
  if (renewed === undefined) return
  changed()
  await showCodes(renewed)
}

async function switchOff(user, next) {
  const done = await ask({
    title: 'Switch two-factor authentication off?',
    content: [
      h('p', {}, 'From then on the password alone signs you in.'),
      h('input', { name: 'username', type: 'email', autocomplete: 'username', value: user.email, hidden: true }),
    ],
    fields: [password, code],
    action: 'Switch off',
    danger: true,
    run: (values) =>
      fresh(user.email, () =>
        call('POST', '/me/totp/disable', { password: values.get('password'), code: values.get('code') }),
      ),
  })
  if (done !== undefined) next(false, 'Two-factor authentication is off.')
}
