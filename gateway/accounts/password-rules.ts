import { readFileSync } from 'node:fs'
import { invalid } from '#shared/refusals.ts'
import { asset } from '../assets.ts'

let list: Set<string> | undefined

/** Refuses one of the most common passwords, whatever case, digits and signs were put around it or repeated. */
export function requireUncommon(password: string, path: string): void {
  if (isCommon(password)) throw invalid(path, 'is among the most common passwords: choose another')
}

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
