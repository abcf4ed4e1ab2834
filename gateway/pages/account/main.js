import { showActivity } from './activity.js'
import { call, sentence } from './api.js'
import { showApiKeys } from './api-keys.js'
import { announce, busy, clone, h, show } from './dom.js'
import { showPasskeys } from './passkeys.js'
import { showPassword } from './password.js'
import { showSessions } from './sessions.js'
import { showFirstPassword, showSignIn } from './sign-in.js'
import { showTotp } from './totp.js'

const who = document.getElementById('who')
const signOut = document.getElementById('sign-out')

function enter(user) {
  who.textContent = user.email
  who.title = user.email
  signOut.hidden = false
  if (user.mustChangePassword) return showFirstPassword(user, enter)
  show(clone('account')).focus()
  const changed = () => showActivity()
  showApiKeys(user, changed)
  showPasskeys(user, changed)
  showTotp(user, changed)
  showPassword(user, changed)
  showSessions(leave)
  showActivity()
}

function leave(said) {
  who.textContent = ''
  signOut.hidden = true
  if (said !== undefined) announce(said)
  showSignIn(enter)
}

signOut.addEventListener('click', () => {
  busy(signOut, () => call('POST', '/auth/logout')).then(
    () => leave('Signed out.'),
    (error) => (error.code === 'invalid_session' ? leave('Signed out.') : announce(sentence(error))),
  )
})

async function begin() {
  try {
    const { user } = await call('GET', '/auth/session')
    enter(user)
  } catch (error) {
    if (error.code === 'unauthenticated' || error.code === 'invalid_session') return showSignIn(enter)
    const again = h('button', { type: 'button', class: 'danger', onclick: begin }, 'Try again')
    show(h('p', { class: 'refused', role: 'alert' }, sentence(error), again))
  }
}

begin()
