import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '../built/in-place.ts'

/** For a whole run: the folder of a test-net that has made its chain, of which most test-nets get a copy. */
export default async function setUp(): Promise<(() => void) | undefined> {
  if (process.env.SOTTO_TEST_BUILD !== '1') return undefined
  // Not above: the hook acts on what is loaded after it.
  const { controlsOf } = await import('../../testnet/controls.ts')
  const { MADE_TESTNET, spawnTestNet } = await import('../../testnet/test-kit.ts')
  const folder = mkdtempSync(join(tmpdir(), 'sotto-made-testnet-'))
  const { info, stop } = await spawnTestNet(folder)
  await controlsOf(info).snapshot().finally(stop)
  process.env[MADE_TESTNET] = folder
  return () => rmSync(folder, { recursive: true })
}
