import { readFileSync } from 'node:fs'
import { asset } from '../assets.ts'

let list: ReadonlySet<string> | undefined

/** The most common passwords, in lower case; read once. */
export function commonPasswords(): ReadonlySet<string> {
  list ??= new Set(readList())
  return list
}

function readList(): string[] {
  const lines = readFileSync(asset('crypto/common-passwords.txt'), 'utf8').split('\n')
  return lines.filter((line) => line !== '' && !line.startsWith('# '))
}
