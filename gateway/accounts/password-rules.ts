import { readFileSync } from 'node:fs'
import { asset } from '../assets.ts'

let list: Set<string> | undefined

/** Why nobody may have this password; undefined where it will do. Continues "The password …". */
export function flawOf(password: string, email: string): string | undefined {
  if (isOwnName(password, email)) return "is the account's own e-mail address: choose another"
  return isCommon(password) ? 'is among the most common passwords: choose another' : undefined
}

/** What everybody knows of an account opens none. */
function isOwnName(password: string, email: string): boolean {
  const plain = password.normalize('NFKC').trim().toLowerCase()
  const name = email.normalize('NFKC').trim().toLowerCase()
  return plain === name || plain === name.split('@')[0] || plain === `${name}${name}`
}

/** Whether it is one of the most common, whatever case, digits and signs were put around it or repeated. */
export function isCommon(password: string): boolean {
  list ??= new Set(readList())
  const plain = password.normalize('NFKC').toLowerCase()
  const core = plain.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const repeated = /^(.+?)\1+$/.exec(plain)?.[1]
  return (
    list.has(plain) || list.has(core) || /^(.{1,4}?)\1*$/.test(plain) || (repeated !== undefined && list.has(repeated))
  )
}

function readList(): string[] {
  const lines = readFileSync(asset('accounts/common-passwords.txt'), 'utf8').split('\n')
  return lines.filter((line) => line !== '' && !line.startsWith('# '))
}
