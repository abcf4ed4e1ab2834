import { call } from './api.js'
import { ask, reveal } from './dialog.js'
import { announce, atTime, copyButton, h, onDay } from './dom.js'
import { fresh } from './fresh.js'
import { fill, row, rowButton, rows } from './section.js'

const scopes = [
  ['read', 'Read balances and transactions'],
  ['manage', 'Manage wallets and profile'],
  ['pay', 'Move money'],
]
const expiries = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
]

export function showApiKeys(user, changed) {
  const again = () => {
    changed()
    return fill('api-keys', () => call('GET', '/api-keys'), draw)
  }
  const draw = ({ apiKeys }) =>
    rows(
      apiKeys.map((key) => drawKey(key, again)),
      'No key yet. Make one for each program.',
    )
  document.querySelector('#api-keys .add').addEventListener('click', async () => {
    const made = await newKey(user)
    if (made === undefined) return
    again()
    await showSecret(made)
  })
  fill('api-keys', () => call('GET', '/api-keys'), draw)
}

function drawKey(key, again) {
  const limits = [
    key.scopes.length === scopes.length ? 'May do everything' : `May ${key.scopes.join(', ')}`,
    key.walletIds === null ? undefined : `${key.walletIds.length} wallet${key.walletIds.length === 1 ? '' : 's'} only`,
    key.expiresAt === null ? undefined : `until ${onDay(key.expiresAt)}`,
  ]
  const used = key.lastUsedAt === null ? 'never used' : `last used ${atTime(key.lastUsedAt)}`
  return row(
    key.label,
    [h('code', {}, `${key.prefix}…`), limits.filter(Boolean).join(' · '), `Made ${onDay(key.createdAt)} · ${used}`],
    rowButton('Revoke', key.label, () => revoke(key, again), true),
  )
}

function newKey(user) {
  return ask({
    title: 'New API key',
    fields: [
      { label: 'Name', name: 'label', maxlength: 100, hint: 'What it is for, so that you know it again.' },
      { label: 'Expires', name: 'expires', options: expiries },
    ],
    below: [
      h(
        'fieldset',
        {},
        h('legend', {}, 'It may'),
        ...scopes.map(([value, text]) =>
          h('label', { class: 'choice' }, h('input', { type: 'checkbox', name: 'scope', value, checked: true }), text),
        ),
      ),
    ],
    action: 'Make key',
    run: (values) => {
      const days = values.get('expires')
      const chosen = values.getAll('scope')
      if (chosen.length === 0) throw new Error('Choose at least one thing that the key may do.')
      const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString()
      return fresh(user.email, () =>
        call('POST', '/api-keys', { label: values.get('label'), scopes: chosen, expiresAt }),
      )
    },
  })
}

function showSecret({ apiKey, secret }) {
  return reveal({
    title: 'Your new API key',
    content: [
      h('p', {}, `“${apiKey.label}”. Copy it now: it is shown this once, and nobody can read it again.`),
      h('p', { class: 'secret' }, secret),
      copyButton(secret, 'Copy key'),
    ],
  })
}

async function revoke(key, again) {
  const done = await ask({
    title: `Revoke “${key.label}”?`,
    content: [h('p', {}, 'Whatever uses this key stops working at its next call.')],
    action: 'Revoke key',
    danger: true,
    run: async () => {
      await call('DELETE', `/api-keys/${key.id}`)
      return true
    },
  })
  if (!done) return
  announce(`Key “${key.label}” is revoked.`)
  again()
}
