import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { isLong, repeated } from './gateway/testing/how-often.ts'
import { testsThatDrive } from './scripts/browsers/browser-tests.ts'
import { LongestFirst } from './scripts/verify/longest-first.ts'

/** Browsers that this machine cannot have: `scripts/verify.mjs` names them, and what drives them is left out. */
const without = (['chromium', 'firefox'] as const).filter((name) =>
  process.env.SOTTO_WITHOUT_BROWSERS?.split(',').includes(name),
)
/** These start processes, compile, or bundle. */
const withProcesses = ['testnet', 'cli', 'contracts'].map((folder) => `gateway/${folder}/**/*.test.ts`)

/** These take seconds each: a thousand repetitions, random histories, or waiting in real time. */
const slow = 'gateway/**/*.slow.test.ts'

/** These take long for what they tell beyond the others, and run before a release: `npm run test:long`. */
const longOnes = isLong ? [] : ['**/*.long.test.ts']

/** For what hangs; on a machine that does much else all takes many times as long. */
const HANG_MS = repeated(600_000)
const patient = {
  testTimeout: HANG_MS,
  hookTimeout: HANG_MS,
  expect: { poll: { timeout: 240_000 } },
  // What was found is what a failure has to say.
  chaiConfig: { truncateThreshold: 2_000 },
}

/** Only about PostgreSQL. */
const onPostgres = ['gateway/db/postgres/**/*.test.ts', 'gateway/cli/database/**/*.test.ts']
/** What keeps rows, and what moves money. */
const onBothEngines = [
  ...['audit', 'contacts', 'idempotency', 'policies', 'webhooks', 'auth/sign-in', 'auth/manage'].map(
    (room) => `gateway/${room}/**/*.test.ts`,
  ),
  // Cards are the same whatever keeps them.
  'gateway/wallets/!(address-cards).test.ts',
  'gateway/batches/{batches,policies,retries}.test.ts',
  'gateway/recovery/**/*.test.ts',
  'gateway/legs/{taken-nonces,tags/begin-store}.test.ts',
  'gateway/transactions/{store,totals,mined-again,payouts/remined-burns}.test.ts',
  'gateway/transactions/arrivals/{scan*,income,of-own-transfer,reorganisations,rescan}.test.ts',
  'gateway/payments/{payments*,faucet,sponsor,operator-promises,operator-wallet}.test.ts',
  'gateway/pads/{pads,twice.attack,counts/counts}.test.ts',
  'gateway/http/http.test.ts',
  'gateway/db/paid-hashes-migration.test.ts',
]

/** On the second engine before a release: others there have the same statements, or what these decide is decided by no engine. */
const onBothBeforeRelease = [
  'gateway/recovery/**/*.test.ts',
  'gateway/webhooks/{costs,altered.attack,subjects}.test.ts',
  'gateway/webhooks/deliver/{rules,redeliver,after-outage,left-behind}.test.ts',
  'gateway/webhooks/receiver/receive.test.ts',
  'gateway/policies/{policies,table,oracle.attack}.test.ts',
  'gateway/batches/{batches,policies}.test.ts',
  'gateway/http/http.test.ts',
  'gateway/contacts/contacts.attack.test.ts',
  'gateway/auth/manage/**/*.test.ts',
  'gateway/auth/sign-in/{second-factor,login-limits,passkeys}.test.ts',
  'gateway/legs/taken-nonces.test.ts',
  'gateway/pads/pads.test.ts',
  'gateway/wallets/{derive-wallet,siblings.attack,export-wallet}.test.ts',
  'gateway/transactions/mined-again.test.ts',
  'gateway/transactions/payouts/remined-burns.test.ts',
  'gateway/transactions/arrivals/{rescan,scan-cost,of-own-transfer}.test.ts',
  'gateway/payments/{faucet,payments-faults,sponsor,operator-promises}.test.ts',
]

/** A proof takes a core for ten seconds and is given up after three minutes, which is soon beside browsers on a busy machine. */
const proofs = 'e2e/stories/sepolia.test.ts'

/** The API on the other engine, which is a minute more than CI has: `npm run test:postgres` runs it. */
const postgresStory = 'e2e/stories/postgres.test.ts'

/** Workers are ended and start anew: here every file loads its own modules, and some load them several times. */
const ofWorker = ['extension/{background,intents,sites}/**/*.test.{ts,tsx}']
const fakeBrowser = fileURLToPath(new URL('extension/fake-browser.ts', import.meta.url))

/** For worlds within the process of the tests. */
const inProcess = ['gateway/testing/set-up/cheap-passwords.ts', 'gateway/testing/set-up/close-worlds.ts']

/** For tests that start processes. */
const startingBuilt = 'gateway/testing/set-up/start-built.ts'
const madeTestnet = ['gateway/testing/set-up/made-testnet.ts']

/** Node loads modules itself, in less time than Vite transforms them. Only the wallet's need Vite, for JSX. */
const loadedByNode = { experimental: { viteModuleRunner: false, nodeLoader: false } }

const inExtension = {
  resolve: { alias: { 'webextension-polyfill': fakeBrowser } },
  oxc: { jsx: { runtime: 'automatic' as const, importSource: 'preact' } },
}

export default defineConfig({
  test: {
    // By default vitest leaves a core idle, which of two is half.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...loadedByNode,
          name: 'unit',
          include: ['shared/**/*.test.ts', 'gateway/**/*.test.ts'],
          exclude: ['shared/ui/**', slow, ...longOnes, ...withProcesses, ...onPostgres],
          // Files of one worker share their modules: what each would load again takes longer than its tests.
          isolate: false,
          setupFiles: inProcess,
          ...patient,
        },
      },
      {
        // The same tests once more, on the other engine: what stores and what moves money.
        test: {
          ...loadedByNode,
          name: 'postgres',
          isolate: false,
          include: [...onBothEngines, ...onPostgres],
          exclude: isLong ? [] : onBothBeforeRelease,
          env: { SOTTO_TEST_ENGINE: 'postgres' },
          globalSetup: ['gateway/testing/postgres/set-up.ts'],
          setupFiles: ['gateway/testing/postgres/close-databases.ts', ...inProcess],
          ...patient,
        },
      },
      {
        test: {
          ...loadedByNode,
          name: 'integration',
          include: [...withProcesses, slow, 'scripts/**/*.test.ts'],
          exclude: [...onPostgres, ...longOnes],
          isolate: false,
          globalSetup: madeTestnet,
          setupFiles: [startingBuilt, ...inProcess],
          ...patient,
        },
      },
      {
        ...inExtension,
        test: {
          name: 'extension',
          include: ['extension/**/*.test.{ts,tsx}', 'shared/ui/**/*.test.{ts,tsx}'],
          exclude: ofWorker,
          isolate: false,
          ...patient,
        },
      },
      {
        ...inExtension,
        test: { name: 'extension-worker', include: ofWorker, ...patient },
      },
      {
        test: {
          ...loadedByNode,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/chaos/**', proofs, postgresStory, ...longOnes, ...testsThatDrive(without)],
          isolate: false,
          globalSetup: madeTestnet,
          setupFiles: [startingBuilt, 'gateway/testing/set-up/cheap-passwords.ts'],
          ...patient,
        },
      },
      {
        test: {
          ...loadedByNode,
          name: 'proofs',
          include: [proofs],
          setupFiles: [startingBuilt],
          ...patient,
        },
      },
      {
        test: {
          ...loadedByNode,
          name: 'postgres-story',
          include: [postgresStory],
          setupFiles: [startingBuilt],
          ...patient,
        },
      },
      {
        test: {
          ...loadedByNode,
          name: 'chaos',
          isolate: false,
          include: ['e2e/chaos/**/*.test.ts'],
          exclude: longOnes,
          globalSetup: ['e2e/chaos/gateways/build.ts'],
          setupFiles: [startingBuilt, 'gateway/testing/set-up/cheap-passwords.ts'],
          ...patient,
        },
      },
    ],
  },
})
