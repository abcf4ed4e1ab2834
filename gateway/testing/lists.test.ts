import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { steps } from '../../e2e/chaos/gateways/orders.ts'
import { createProgram } from '../cli/program.ts'
import { migrate } from '../db/migrate.ts'
import { openSqlite } from '../db/sqlite.ts'

/** Lists that stand in two places and have to agree. */
const read = (path: string) => readFileSync(path, 'utf8')
const sources = globSync('gateway/**/*.ts', { exclude: ['**/*.test.ts', 'gateway/testing/**'] })
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first)
/** Tables that SQLite does without. */
const onPostgresAlone = ['request_counts']
const unique = (list: string[]) => [...new Set(list)].sort()

test('the README of the gateway says of every table what in it is secret', async () => {
  const db = openSqlite(':memory:')
  await migrate(db)
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'kysely_%' and name not like 'sqlite_%'
  `.execute(db)
  await db.destroy()
  const section = read('gateway/README.md').split('## Tables, and what in them is secret')[1]?.split('\n## ')[0] ?? ''
  const heads = all(section, /^- ([^:]+):/gm).join()
  expect(unique(all(heads, /`(\w+)`/g))).toEqual(unique([...rows.map(({ name }) => name), ...onPostgresAlone]))
})

test('every migration in the folder is run, in the order of its number', () => {
  const files = globSync('gateway/db/migrations/*.ts').map((file) => basename(file, '.ts'))
  expect(all(read('gateway/db/migrations.ts'), /^ {2}'(\d{4}-[\w-]+)':/gm)).toEqual(files.sort())
})

test('every script that is started by name is built', () => {
  const started = sources.flatMap((file) =>
    file === 'gateway/assets.ts' ? [] : all(read(file), /entry\('([^']+)'\)/g),
  )
  const built = read('scripts/bundle/gateway.ts').split('const entries = [')[1]?.split(']')[0] ?? ''
  expect(unique(all(built, /'([^']+)'/g))).toEqual(unique(['main', ...started]))
})

test('every step of a payment is one that the crash tests end the process at', () => {
  const passed = sources.flatMap((file) => all(read(file), /\.step\('([^']+)'\)/g))
  expect(unique([...steps])).toEqual(unique(passed))
})

describe('every command that a document names is one', async () => {
  const names = (command: Command): string[] =>
    command.commands.flatMap((one) => [one.name(), ...names(one).map((inner) => `${one.name()} ${inner}`)])
  const known = new Set(names(await createProgram({})))
  const documents = globSync(['{README,SECURITY}.md', 'gateway/docs/*.md', '{gateway,extension,e2e}/**/README.md'])
  const named = documents.flatMap((document) =>
    all(read(document), /`sotto ([a-z][a-z-]*(?: [a-z][a-z-]+)?)/g).map((command) => [document, command] as const),
  )

  test.each(named)('%s: sotto %s', (_, command) => {
    const [first = ''] = command.split(' ')
    expect(known.has(command) || (known.has(first) && ![...known].some((name) => name.startsWith(`${first} `)))).toBe(
      true,
    )
  })
})
