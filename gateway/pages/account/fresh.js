import { call } from './api.js'
import { obstacle, signInWithPasskey } from './ceremony.js'
import { ask } from './dialog.js'
import { h } from './dom.js'

/** Does something that wants a fresh sign-in, asking for one where the gateway says so. Undefined where it was not given. */
export async function fresh(email, work) {
  try {
    return await work()
  } catch (error) {
    if (error.code !== 'reauthentication_required') throw error
  }
  return (await signInAgain(email)) ? work() : undefined
}

async function signInAgain(email) {
  const login = await ask({
    title: 'Is it still you?',
    content: [
      h('p', {}, 'This needs a sign-in under ten minutes old.'),
      h('input', { name: 'username', type: 'email', autocomplete: 'username', value: email, hidden: true }),
    ],
    fields: [
      {
        label: 'Password',
        name: 'password',
        type: 'password',
        autocomplete: 'current-password',
        required: obstacle() !== undefined,
        hint: obstacle() === undefined ? 'Leave it empty to use a passkey.' : undefined,
      },
    ],
    action: 'Continue',
    run: (values) => {
      const password = values.get('password')
      return password === '' ? signInWithPasskey() : call('POST', '/auth/login', { email, password })
    },
  })
  if (login?.challenge === undefined) return login
  return ask({
    title: 'Enter your code',
    fields: [{ label: 'Code', name: 'code', autocomplete: 'one-time-code', class: 'code' }],
    action: 'Continue',
    run: (values) => call('POST', '/auth/totp', { challengeId: login.challenge.id, code: values.get('code') }),
  })
}
