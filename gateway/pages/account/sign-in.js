import { call, sentence } from './api.js'
import { obstacle, signInWithPasskey } from './ceremony.js'
import { announce, busy, clone, show } from './dom.js'

/** Runs a form: one submission at a time, a refusal said beside the fields. */
function onSubmit(form, run) {
  const refused = form.querySelector('.refused')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    refused.hidden = true
    const flawed = form.querySelector('input:invalid')
    if (flawed !== null) return refuse(flawed.validationMessage, flawed)
    busy(form.querySelector('[type="submit"]'), () => run(Object.fromEntries(new FormData(form)))).catch((error) =>
      refuse(sentence(error), form.querySelector('input[type="password"], input[name="code"]')),
    )
  })
  function refuse(text, input) {
    refused.textContent = text
    refused.hidden = false
    input?.focus()
    input?.select()
  }
}

/** E-mail and password, or a passkey. `done` is told of the user who signed in. */
export function showSignIn(done, email = '') {
  const view = show(clone('sign-in'))
  const form = view.querySelector('form')
  form.elements.email.value = email
  onSubmit(form, async (values) => {
    const { challenge, user } = await call('POST', '/auth/login', values)
    if (challenge === undefined) done(user)
    else showCode(done, challenge, values.email)
  })
  offerPasskey(view, done)
  form.elements[email === '' ? 'email' : 'password'].focus()
}

function offerPasskey(view, done) {
  const button = view.querySelector('.passkey')
  const hint = view.querySelector('.passkey-hint')
  const why = obstacle()
  if (why !== undefined) {
    for (const part of view.querySelectorAll('.or, .passkey')) part.hidden = true
    hint.hidden = false
    hint.textContent = why
    return
  }
  button.addEventListener('click', () => {
    busy(button, async () => done((await signInWithPasskey()).user)).catch((error) => {
      const refused = view.querySelector('.refused')
      refused.hidden = false
      refused.textContent = sentence(error)
    })
  })
}

function showCode(done, challenge, email) {
  const view = show(clone('code'))
  const form = view.querySelector('form')
  onSubmit(form, async ({ code }) => {
    done((await call('POST', '/auth/totp', { challengeId: challenge.id, code })).user)
  })
  view.querySelector('.back').addEventListener('click', () => showSignIn(done, email))
  form.elements.code.focus()
}

/** A given-out password has to be changed before anything else. */
export function showFirstPassword(user, done) {
  const view = show(clone('first-password'))
  const form = view.querySelector('form')
  form.elements.username.value = user.email
  onSubmit(form, async ({ currentPassword, newPassword }) => {
    const { user: changed } = await call('POST', '/me/password', { currentPassword, newPassword })
    announce('The password is changed.')
    done(changed)
  })
  form.elements.currentPassword.focus()
}
