import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alive } from '../crash-fixture.ts'
import { makeFolder, type Paths, paths as pathsIn } from '../files.ts'
import { loadSecrets } from '../secrets.ts'
import { temporaryFolder } from '../test-kit.ts'
import { startAnvil } from './anvil.ts'
import { writeGenesis } from './genesis.ts'
import { createLauncher } from './node.ts'

let temporary: ReturnType<typeof temporaryFolder>
let paths: Paths
beforeEach(() => {
  temporary = temporaryFolder()
  paths = pathsIn(temporary.folder)
  makeFolder(paths.anvil)
  writeGenesis(paths, loadSecrets(paths), 1_700_000_000)
})
afterEach(() => temporary.remove())

const noted = () =>
  (JSON.parse(readFileSync(paths.anvilPid, 'utf8')) as { running: { pid: number }[] }).running.map(({ pid }) => pid)

test('a note that cannot be written, as on a full disk, ends nothing: the log says so, and the next one is written', async () => {
  const said: string[] = []
  const launcher = createLauncher(
    paths,
    () => '0x0',
    (line) => said.push(line),
  )
  const anvils = []
  for (let each = 0; each < 3; each += 1) anvils.push(await launcher.fromGenesis(paths.genesis))
  const [first, second, third] = anvils
  expect(noted()).toEqual(anvils.map(({ pid }) => pid))
  try {
    mkdirSync(`${paths.anvilPid}.new`)
    await first?.kill()
    await vi.waitFor(() => expect(said).toEqual([expect.stringContaining('EISDIR')]))
    rmSync(`${paths.anvilPid}.new`, { recursive: true })
    await second?.kill()
    await vi.waitFor(() => expect(noted()).toEqual([third?.pid]))
  } finally {
    for (const anvil of anvils) await anvil.kill()
  }
})

test('an anvil whose start cannot be noted does not stay', async () => {
  let pid = 0
  const starting = startAnvil(paths.anvil, { init: paths.genesis }, (anvil) => {
    pid = anvil.pid
    throw new Error('no space left on the disk')
  })
  await expect(starting).rejects.toThrow('no space left on the disk')
  expect(alive(pid)).toBe(false)
})
