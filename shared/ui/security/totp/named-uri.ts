/** The URI of a set-up with the host in its issuer, so that an app tells apart the accounts of several gateways. */
export function namedUri(uri: string, origin: string): string {
  const query = uri.indexOf('?')
  if (query < 0) return uri
  const issuer = `Sotto ${new URL(origin).host}`
  const asked = new URLSearchParams(uri.slice(query))
  asked.set('issuer', issuer)
  // Apps read a plus as it stands.
  const parameters = String(asked).replaceAll('+', '%20')
  const path = uri.slice(0, query).replace(/(\/)[^/:]*(:|%3A)/i, `$1${encodeURIComponent(issuer)}$2`)
  return `${path}?${parameters}`
}
