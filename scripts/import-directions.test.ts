import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** A file, what it imports, and the rule that refuses it. */
const planted = [
  ['extension/store/a.ts', "import '../../gateway/world/world.ts'", 'extension-knows-no-gateway'],
  ['extension/store/b.ts', "import { join } from 'node:path'", 'extension-knows-no-gateway'],
  ['extension/store/c.ts', "import { Hono } from 'hono'", 'extension-knows-no-gateway'],
  [
    'extension/store/d.ts',
    "import type { Profile } from '../gateway/profiles.ts'",
    'extension-vault-and-store-imports-lower-rooms-only',
  ],
  ['extension/gateway/e.ts', "import '../intents/intent.ts'", 'extension-gateway-imports-lower-rooms-only'],
  ['extension/intents/f.ts', "import '../background/ask.ts'", 'extension-intents-imports-lower-rooms-only'],
  ['extension/background/g.ts', "import '../ui/lazy.tsx'", 'extension-background-and-sites-imports-lower-rooms-only'],
  ['extension/screens/home/h.tsx', "import '../../background/service.ts'", 'pages-know-the-messages-of-the-worker'],
  ['extension/ui/i.ts', "import browser from 'webextension-polyfill'", 'one-door-to-the-browser'],
  ['extension/ui/j.ts', "import { browser } from 'wxt/browser'", 'one-door-to-the-browser'],
  ['extension/ui/k.ts', "const viem = await import('viem/utils')", 'viem-from-one-place'],
  ['extension/ui/l.ts', "import { checksumOf } from './addresses/checksum.ts'", 'viem-only-when-it-is-needed'],
  ['extension/vault/m.ts', "import { z } from 'zod'", 'the-small-zod'],
  ['shared/model/n.ts', "import * as z from 'zod/v4'", 'the-small-zod'],
  ['extension/words/z.ts', "import { screens } from '../ui/lazy.tsx'", 'words-take-only-types'],
  ['extension/background/aa.ts', "import '../vault/prf.ts'", 'passwords-stay-in-pages'],
  ['extension/vault/by-password.ts', "import '../background/service.ts'", 'pages-know-the-messages-of-the-worker'],
  ['extension/screens/home/bb.ts', "import './cc.ts'", 'no-cycles'],
  ['extension/screens/home/mm.ts', "import '../../testing/fixtures.ts'", 'what-ships-knows-no-fixtures'],
  ['extension/provider/o.ts', "import '#shared/limits.ts'", 'what-goes-into-pages-stands-alone'],
  ['extension/attic/p.ts', "import '../problem.ts'", 'extension-has-a-room-without-a-rank'],
  ['extension/ui/q.ts', "import '../attic/leaf.ts'", 'extension-has-a-room-without-a-rank'],
  ['shared/attic/r.ts', "import '../limits.ts'", 'shared-has-a-room-without-a-rank'],
  ['gateway/attic/s.ts', "import '../world/world.ts'", 'gateway-has-a-room-without-a-rank'],
  ['shared/t.ts', "import './ui/kit/icons/icon.tsx'", 'shared-knows-only-zod'],
  ['shared/u.ts', "import { render } from 'preact'", 'shared-knows-only-zod'],
  ['shared/ui/kit/v.ts', "import { openDB } from 'idb'", 'shared-screens-know-only-what-draws-them'],
  ['shared/ui/kit/w.ts', "import '#extension/problem.ts'", 'nobody-knows-the-extension'],
  ['gateway/routes/cc.ts', "import { atomically } from '../db/database.ts'", 'routes-only-bind'],
  [
    'gateway/transactions/payouts/oo.ts',
    "import { signingOf } from '../../chain/signing.ts'",
    'legs-alone-sign-and-send',
  ],
  ['gateway/payments/pp.ts', "import { sign } from '../chain/live/send.ts'", 'legs-alone-sign-and-send'],
  ['gateway/notas/format/dd.ts', "import { systemClock } from '../../world/clock.ts'", 'pure-rules-touch-nothing'],
  ['gateway/transactions/states.ts', "import { randomBytes } from 'node:crypto'", 'pure-rules-touch-nothing'],
  ['gateway/wallets/store.ts', "import { sign } from '../chain/typed-data.ts'", 'stores-only-store'],
  ['gateway/legs/nonces-store.ts', "import { sign } from '../chain/typed-data.ts'", 'stores-only-store'],
  ['gateway/legs/ee.ts', "import '../transactions/submit/submit.ts'", 'gateway-legs-imports-lower-rooms-only'],
  ['gateway/auth/ff.ts', "import './sign-in/login.ts'", 'gateway-auth-imports-lower-rooms-only'],
  ['gateway/crypto/gg.ts', "import '../wallets/leaf.ts'", 'gateway-crypto-imports-lower-rooms-only'],
  ['gateway/testnet/hh.ts', "import '../wallets/leaf.ts'", 'the-test-net-knows-no-gateway'],
  ['gateway/wallets/ii.ts', "import { createPublicClient } from 'viem'", 'chain-libraries-behind-the-port'],
  ['gateway/wallets/jj.ts', "import { Hono } from 'hono'", 'http-library-at-the-edge'],
  ['gateway/wallets/kk.ts', "import Sqlite from 'better-sqlite3'", 'one-database-driver'],
  ['gateway/wallets/ll.ts', "import '../testnet/leaf.ts'", 'only-the-command-line-starts-things'],
  ['gateway/wallets/mm.ts', "import './wallet-fixture.ts'", 'what-ships-knows-no-fixtures'],
  ['gateway/wallets/nn.ts', "import '../testing/world.ts'", 'what-ships-knows-no-fixtures'],
  ['gateway/wallets/x.ts', "import '#extension/problem.ts'", 'nobody-knows-the-extension'],
  ['gateway/wallets/y.ts', "import '#shared/ui/kit/icons/icon.tsx'", 'screens-are-for-pages'],
] as const

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
  'gateway/world/world.ts': '',
  'gateway/world/clock.ts': '',
  'gateway/db/database.ts': '',
  'gateway/chain/signing.ts': '',
  'gateway/chain/live/send.ts': '',
  'gateway/chain/typed-data.ts': '',
  'gateway/wallets/leaf.ts': "import '../db/database.ts'",
  'gateway/wallets/wallet-fixture.ts': "import '../testing/world.ts'\nimport '../transactions/submit/submit.ts'",
  'gateway/testing/world.ts': '',
  'gateway/testnet/leaf.ts': '',
  'gateway/transactions/submit/submit.ts': "import '../wallets/leaf.ts'",
  'gateway/auth/sign-in/login.ts': '',
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

test('every wrong import is refused by its rule, and no other is', async () => {
  const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: NonNullable<ICruiseOptions['ruleSet']>['forbidden']
    options: ICruiseOptions
  }
  const settings: ICruiseOptions = {
    ...options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: forbidden ?? [] },
    preserveSymlinks: true,
  }
  const { output } = await cruise(['gateway', 'shared', 'extension'], settings)
  const refused = (output as ICruiseResult).summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`)
  for (const [file, , rule] of planted) expect(refused).toContain(`${file}: ${rule}`)
  const wrong = planted.map(([file]) => file as string)
  expect(refused.filter((line) => !wrong.includes(line.split(':')[0] ?? ''))).toEqual([])
})
