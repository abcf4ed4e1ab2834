import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'sotto-first-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** On a live network without a node: no test-net is started. */
function run(dataDir: string, words: readonly string[]) {
  const env = {
    ...process.env,
    SOTTO_DATA_DIR: dataDir,
    SOTTO_NETWORK: 'sepolia',
    SOTTO_LOG_LEVEL: 'silent',
  }
  return spawn(process.execPath, ['gateway/main.ts', ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

const start = (port: number, dataDir = folder) => run(dataDir, ['start', '--port', String(port)])

/** All that a start says before it is told to stop. */
async function greetingOf(gateway: ReturnType<typeof start>): Promise<string> {
  let said = ''
  for await (const chunk of gateway.stdout.setEncoding('utf8')) {
    said += chunk
    if (said.includes('Ctrl-C stops.')) gateway.kill('SIGTERM')
  }
  return said
}

test('a first start that meets a taken port has printed the password, and the next one says how to get a new one', async () => {
  const taken = createServer()
  await once(taken.listen(0, '127.0.0.1'), 'listening')
  const { port } = taken.address() as AddressInfo
  const first = start(port)
  expect(await text(first.stdout)).toMatch(
    /^ {2}Account {8}admin@sotto\.local\n {2}Password {7}\S{20,} {2}\(shown once/m,
  )
  expect(first.exitCode ?? (await once(first, 'exit'))[0]).toBe(1)
  await new Promise((resolve) => taken.close(resolve))

  const said = await greetingOf(start(port))
  expect(said).toMatch(/^ {2}Account {8}admin@sotto\.local$/m)
  expect(said).toContain(`account reset-password --email admin@sotto.local --data-dir ${folder} --network sepolia`)
  expect(said).not.toContain('Password  ')
})

test('where another account was made before the first start, the greeting makes its key', async () => {
  const own = join(folder, 'own')
  for (const words of ['migrate', 'account create --email ada@example.org', 'account create --email bob@example.org'])
    await text(run(own, words.split(' ')).stdout)
  expect(await greetingOf(start(0, own))).toContain('api-key create --email ada@example.org --label first')
})
