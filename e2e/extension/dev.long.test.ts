import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
// What the script drives, so that this test is left out where there is no Chromium.
import '../accounts/chromium.ts'
import { folders } from '../../scripts/extension/files.ts'
import { run } from '../harness/command.ts'

test('`npm run extension:dev` opens a connected wallet, and Ctrl-C ends it with its gateway; the build of others stays', async () => {
  const build = join(folders.chrome, 'manifest.json')
  const before = statSync(build).mtimeMs
  const dev = run('node', ['scripts/extension/dev.ts', '--headless'])
  const [, origin = ''] = await dev.says(/^connected {3}(\S+)$/m)
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  expect(statSync(build).mtimeMs).toBe(before)
  dev.process.kill('SIGINT')
  expect(await Promise.race([dev.ended, sleep(240_000, 'still runs')]), dev.stderr()).toBe(0)
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
})
