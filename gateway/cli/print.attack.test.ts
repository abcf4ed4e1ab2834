import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { createLog } from '../world/log.ts'
import { escapeHidden, printableJson } from '../world/printable.ts'
import { print } from './print.ts'

const room = fileURLToPath(new URL('..', import.meta.url))
const evil = 'x\u001b[2J\u202e\u200b\u009b31m\u{e0041}y'

function heard(stream: NodeJS.WriteStream, work: () => void): string {
  let out = ''
  const write = vi.spyOn(stream, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  work()
  write.mockRestore()
  return out
}

test('all that the command line prints goes one way, which shows what cannot be seen', () => {
  const files = readdirSync(room, { recursive: true, encoding: 'utf8' })
  const sources = files.filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'contracts/build.ts',
  )
  const direct = sources.filter((name) =>
    /process\.stdout\.write|console\./.test(readFileSync(join(room, name), 'utf8')),
  )
  expect(direct).toEqual(['cli/print.ts'])
  expect(heard(process.stdout, () => print(`${evil}\n`))).toBe('x\\u{1b}[2J\\u{202e}\\u{200b}\\u{9b}31m\\u{e0041}y\n')
})

test('a line of the log on a terminal holds nothing that steers it, in message or field', () => {
  const line = heard(process.stderr, () => createLog('warn', true).warn({ reason: evil }, `said ${evil}\nok`))
  expect(line).toMatch(/^[\x20-\x7e]+\n$/)
})

test('JSON stays JSON, and shows nothing that steers a terminal either', () => {
  const json = printableJson({ label: evil })
  expect(json).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(json)).toEqual({ label: evil })
  expect(escapeHidden('{"a":"b"}\n')).toBe('{"a":"b"}\n')
})

test('a bigint in JSON is a string of its digits', () => {
  expect(printableJson({ units: 10n ** 20n })).toBe('{"units":"100000000000000000000"}')
})
