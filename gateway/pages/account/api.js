/** A failure as the gateway tells it, or `unreachable` where it tells nothing. */
export class Refused extends Error {
  constructor(code, message, details, retryAfter) {
    super(message)
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}

/** Calls the API on this page's own origin; the cookie goes along, no script ever sees it. */
export async function call(method, path, body) {
  const request = { method, headers: { accept: 'application/json' } }
  if (body !== undefined) {
    request.headers['content-type'] = 'application/json'
    request.body = JSON.stringify(body)
  }
  const answer = await fetch(`/api/v1${path}`, request).catch(() => {
    throw new Refused('unreachable', 'The gateway does not answer. Is it running?')
  })
  const json = await answer.json().catch(() => undefined)
  if (json?.ok === true) return json.data
  const { code = 'unreachable', message = `The gateway answered ${answer.status}.`, details } = json?.error ?? {}
  throw new Refused(code, message, details, Number(answer.headers.get('retry-after') ?? 0))
}

const words = {
  currentPassword: 'The current password',
  newPassword: 'The new password',
  password: 'The password',
  code: 'The code',
  name: 'The name',
  label: 'The name',
}

/** What to say of a failure: the flaw of a field where there is one, else the gateway's own sentence. */
export function sentence(error) {
  if (!(error instanceof Refused)) return error?.message ?? 'Something went wrong.'
  const [flaw] = error.code === 'validation_error' ? (error.details ?? []) : []
  if (flaw === undefined) return error.message
  const subject = words[flaw.path] ?? 'This'
  const said = /^(is|must|names|holds|has) /.test(flaw.message) ? flaw.message : `is not right: ${flaw.message}`
  return `${subject} ${said}.`
}
