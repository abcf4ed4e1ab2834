import { call } from './api.js'
import { addPasskey, obstacle } from './ceremony.js'
import { ask } from './dialog.js'
import { announce, atTime, h, onDay } from './dom.js'
import { fresh } from './fresh.js'
import { fill, row, rowButton, rows } from './section.js'

export function showPasskeys(user, changed) {
  const load = () => call('GET', '/me/passkeys')
  const draw = ({ passkeys }) =>
    rows(
      passkeys.map((passkey) => drawPasskey(passkey, user, again)),
      'No passkey yet.',
    )
  function again(said) {
    announce(said)
    changed()
    return fill('passkeys', load, draw)
  }
  offerAdding(user, again)
  fill('passkeys', load, draw)
}

function offerAdding(user, again) {
  const card = document.getElementById('passkeys')
  const add = card.querySelector('.add')
  const why = obstacle()
  if (why !== undefined) {
    add.hidden = true
    card.querySelector('.about').append(` ${why}`)
    return
  }
  add.addEventListener('click', async () => {
    const made = await ask({
      title: 'Add a passkey',
      fields: [
        { label: 'Name', name: 'name', maxlength: 100, hint: 'Such as “Work laptop”. Your browser asks for the rest.' },
      ],
      action: 'Continue',
      run: (values) => fresh(user.email, () => addPasskey(values.get('name'))),
    })
    if (made !== undefined) again(`Passkey “${made.passkey.name}” is added.`)
  })
}

function drawPasskey(passkey, user, again) {
  const used = passkey.lastUsedAt === null ? 'never used' : `last used ${atTime(passkey.lastUsedAt)}`
  const kept = passkey.backedUp ? 'Synced between devices' : 'On one device only'
  return row(
    passkey.name,
    [kept, `Added ${onDay(passkey.createdAt)} · ${used}`],
    rowButton('Rename', passkey.name, () => rename(passkey, again)),
    rowButton('Remove', passkey.name, () => remove(passkey, user, again), true),
  )
}

async function rename(passkey, again) {
  const done = await ask({
    title: 'Rename passkey',
    fields: [{ label: 'Name', name: 'name', maxlength: 100, value: passkey.name }],
    action: 'Rename',
    run: (values) => call('PATCH', `/me/passkeys/${passkey.id}`, { name: values.get('name') }),
  })
  if (done !== undefined) again('The passkey is renamed.')
}

async function remove(passkey, user, again) {
  const done = await ask({
    title: `Remove “${passkey.name}”?`,
    content: [h('p', {}, 'It no longer signs you in. Your device may go on offering it: remove it there too.')],
    action: 'Remove passkey',
    danger: true,
    run: () => fresh(user.email, () => call('DELETE', `/me/passkeys/${passkey.id}`)),
  })
  if (done !== undefined) again(`Passkey “${passkey.name}” is removed.`)
}
