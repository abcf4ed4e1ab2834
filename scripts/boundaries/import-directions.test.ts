import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantedImports as planted } from './planted-imports.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** What the ones above import, and beside it what no rule minds. */
const lawful = {
  'extension/problem.ts': "import '#shared/limits.ts'",
  'extension/browser.ts': "export { default as browser } from 'webextension-polyfill'",
  'extension/gateway/profiles.ts': "import '../store/item.ts'",
  'extension/store/item.ts': "import * as z from 'zod/mini'\nimport '../browser.ts'\nimport '../vault/seal.ts'",
  'extension/vault/seal.ts': "import { openDB } from 'idb'",
  'extension/vault/prf.ts': "import '../background/ask.ts'",
  'extension/words/en/home.ts': "import type { Step } from '../../screens/home/model.ts'",
  'extension/screens/home/model.ts': "import type { Part } from './part.ts'",
  // A cycle is told once, from its first file.
  'extension/screens/home/cc.ts': "import './bb.ts'",
  'extension/screens/home/part.ts': "import './model.ts'",
  'extension/intents/intent.ts': '',
  'extension/background/ask.ts': "import './requests.ts'",
  'extension/background/requests.ts': '',
  'extension/background/service.ts': "import '../intents/intent.ts'",
  'extension/screens/home/screen.tsx': "import '../../background/ask.ts'\nimport '../../ui/lazy.tsx'",
  'extension/ui/lazy.tsx': "import { render } from 'preact'\nconst lazy = () => import('./addresses/checksum.ts')",
  'extension/ui/addresses/checksum.ts': "import { getAddress } from 'viem/utils'",
  'extension/attic/leaf.ts': '',
  'extension/testing/fixtures.ts': "import { test } from 'vitest'",
  'shared/limits.ts': '',
  'shared/ui/kit/icons/icon.tsx':
    "import { render } from 'preact'\nimport { encode } from 'uqr'\nimport '../../../limits.ts'",
  'attic/leaf.ts': '',
  'e2e/leaf.ts': '',
  'gateway/cli/leaf.ts': "import { readFileSync } from 'node:fs'\nimport '../chain/live/reads.ts'",
  'gateway/cli/start/start.ts': '',
  'gateway/chain/live/reads.ts': "import { setTimeout } from 'node:timers/promises'",
  'gateway/chain/fake/chain.ts': "import '../live/reads.ts'",
  'gateway/transactions/store.ts': '',
  'gateway/transactions/list-store.ts': "import './store.ts'",
  'gateway/transactions/payouts/payout.ts': "import '../settle/decide.ts'",
  'gateway/transactions/settle/decide.ts': '',
  'gateway/routes/leaf.ts': "import type { Row } from '../transactions/store.ts'\nimport '../transactions/cancel.ts'",
  'gateway/world/world.ts': '',
  'gateway/world/clock.ts': '',
  'gateway/db/database.ts': '',
  'gateway/chain/signing.ts': '',
  'gateway/chain/live/send.ts': '',
  'gateway/chain/wallet-keys.ts': '',
  'gateway/wallets/leaf.ts': "import '../db/database.ts'",
  'gateway/wallets/wallet.test.ts': "export { findTransaction } from '../transactions/store.ts'",
  'extension/screens/home/screen.test.ts': "export { fixtures } from '../../testing/fixtures.ts'",
  'gateway/wallets/wallet-fixture.ts': "import '../testing/world.ts'\nimport '../transactions/cancel.ts'",
  'gateway/testing/world.ts': '',
  'gateway/testnet/leaf.ts': '',
  'gateway/transactions/cancel.ts': "import '../wallets/leaf.ts'",
  'gateway/auth/sign-in/login.ts': '',
  'gateway/auth/credentials/sessions.ts': '',
  'gateway/pages/account/main.tsx': "import '#shared/ui/kit/icons/icon.tsx'",
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-directions-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), readFileSync(join(root, 'package.json')))
  for (const [file, code] of [...planted, ...Object.entries(lawful)]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${code}\n`)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  forbidden: NonNullable<NonNullable<ICruiseOptions['ruleSet']>['forbidden']>
  options: ICruiseOptions
}

test('every rule has a planted import; one function makes those of ranks, and some of them have', () => {
  const isOfRanks = (name = '') => name.endsWith('-imports-lower-rooms-only')
  const tried = new Set<string | undefined>(planted.map(([, , rule]) => rule))
  expect([...tried].filter(isOfRanks).length).toBeGreaterThan(10)
  expect(forbidden.filter(({ name }) => !isOfRanks(name) && !tried.has(name))).toEqual([])
})

test('every wrong import is refused by its rule, and no other is', async () => {
  const settings: ICruiseOptions = {
    ...options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden },
    preserveSymlinks: true,
  }
  const { output } = await cruise(['gateway', 'shared', 'extension'], settings)
  const refused = (output as ICruiseResult).summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`)
  for (const [file, , rule] of planted) expect(refused).toContain(`${file}: ${rule}`)
  const wrong = planted.map(([file]) => file as string)
  expect(refused.filter((line) => !wrong.includes(line.split(':')[0] ?? ''))).toEqual([])
})
