import { call } from './api.js'

/** Why passkeys cannot be used here; undefined where they can. */
export function obstacle() {
  if (/^(\d+\.){3}\d+$|:/.test(location.hostname.replace(/^\[|\]$/g, ''))) {
    return `Passkeys need a name instead of a number: open http://localhost:${location.port}/account.`
  }
  if (typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== 'function') {
    return 'This browser cannot use passkeys here.'
  }
  return undefined
}

/** Signs in with whatever passkey the user picks; resolves with the new session's user. */
export async function signInWithPasskey() {
  const { challengeId, options } = await call('POST', '/auth/passkey/options', {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await ceremony(() => navigator.credentials.get({ publicKey }))
  return call('POST', '/auth/passkey', { challengeId, response: credential.toJSON() })
}

/** Makes a passkey for this account and registers it. */
export async function addPasskey(name) {
  const { challengeId, options } = await call('POST', '/me/passkeys/options', {})
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await ceremony(() => navigator.credentials.create({ publicKey }))
  return call('POST', '/me/passkeys', { challengeId, name, response: credential.toJSON() })
}

const causes = {
  NotAllowedError: 'The passkey was not used: it was cancelled, or took too long.',
  InvalidStateError: 'This device holds a passkey for this account already.',
  SecurityError: 'The browser does not allow passkeys at this address.',
}

async function ceremony(work) {
  try {
    return await work()
  } catch (error) {
    throw new Error(causes[error.name] ?? `The browser said: ${error.message}`, { cause: error })
  }
}
