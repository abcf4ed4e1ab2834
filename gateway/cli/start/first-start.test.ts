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
function start(port: number) {
  const env = {
    ...process.env,
    SOTTO_DATA_DIR: folder,
    SOTTO_NETWORK: 'sepolia',
    SOTTO_PORT: String(port),
    SOTTO_LOG_LEVEL: 'silent',
  }
  return spawn(process.execPath, ['gateway/main.ts', 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
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

  const second = start(port)
  let said = ''
  for await (const chunk of second.stdout.setEncoding('utf8')) {
    said += chunk
    if (said.includes('Ctrl-C stops.')) second.kill('SIGTERM')
  }
  expect(said).toMatch(/^ {2}Account {8}admin@sotto\.local$/m)
  expect(said).toContain(`account reset-password --email admin@sotto.local --data-dir ${folder} --network sepolia`)
  expect(said).not.toContain('Password  ')
})
