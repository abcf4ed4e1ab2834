/**
 * Looks for secrets where none belongs, as text, base64, base64url and hexadecimal, wherever they may begin. Answers
 * `secret in place (form)` for each that it finds.
 */
export function tracesOf(secrets: Record<string, string | Uint8Array>, places: Record<string, Uint8Array>): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) =>
    Object.entries(places).flatMap(([place, content]) => {
      const haystack = Buffer.from(content).toString('latin1')
      const found = formsOf(Buffer.from(secret)).find(([, form]) => haystack.includes(form))
      return found === undefined ? [] : [`${name} in ${place} (${found[0]})`]
    }),
  )
}

function formsOf(bytes: Buffer): [string, string][] {
  const hex = bytes.toString('hex')
  const inner = [0, 1, 2].map((shift) => innerBase64(bytes, shift))
  return [
    ['as it is', bytes.toString('latin1')],
    ['hexadecimal', hex],
    ['hexadecimal', hex.toUpperCase()],
    ...inner.map((form): [string, string] => ['base64', form]),
    ...inner.map((form): [string, string] => ['base64url', form.replaceAll('+', '-').replaceAll('/', '_')]),
  ]
}

/** The letters that depend on these bytes alone, where so many bytes precede them in a group of three. */
function innerBase64(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const whole = Math.floor(((bytes.length + shift) * 8) / 6)
  return encoded.slice(Math.ceil((shift * 8) / 6), whole)
}
