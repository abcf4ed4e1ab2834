/**
 * Why a password is refused; undefined where it is accepted. Continues "The password …". `common`: the most common
 * passwords, in lower case.
 */
export function flawOf(password: string, email: string, common: ReadonlySet<string>): string | undefined {
  if (isOwnName(password, email)) return "is the account's own e-mail address: choose another"
  return isCommon(password, common) ? 'is among the most common passwords: choose another' : undefined
}

/** The name that an account signs in with, and its e-mail address, are public. */
function isOwnName(password: string, email: string): boolean {
  const plain = password.normalize('NFKC').trim().toLowerCase()
  const name = email.normalize('NFKC').trim().toLowerCase()
  return plain === name || plain === name.split('@')[0] || plain === `${name}${name}`
}

/** Whether it is one of the most common, whatever case, digits and signs were put around it or repeated. */
export function isCommon(password: string, common: ReadonlySet<string>): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const core = plain.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const repeated = /^(.+?)\1+$/.exec(plain)?.[1]
  return [plain, core, repeated ?? plain].some((word) => common.has(word)) || /^(.{1,4}?)\1*$/.test(plain)
}
