/**
 * Import directions. Of the gateway as `gateway/README.md` draws them: a room imports only lower rooms; viem and Zama's
 * packages live behind the chain's port; SQL in stores; the entry alone starts a test-net. Of the extension: its
 * rooms in their order, and nothing of the gateway but what both share; what a package is for stands beside its name.
 */
const rooms = [
  // Beside the rooms: what every one of them may import, and which imports no room.
  ['assets.ts', 'error-words.ts', 'flaws.ts', 'did-you-mean.ts', 'nearest.ts', 'spans.ts', 'tallies.ts', 'version.ts'],
  ['config', 'contracts'],
  ['crypto'],
  // The executor's arithmetic: for derived amounts, and for the offline coprocessor.
  ['fhe'],
  ['chain'],
  // Types of each other: what a use case may touch of the outside, and the schema.
  ['world', 'db'],
  ['outbox'],
  ['notas'],
  ['audit'],
  ['accounts'],
  ['auth'],
  ['http'],
  ['auth/sign-in'],
  ['idempotency'],
  ['wallets'],
  ['contacts'],
  ['requests'],
  ['auth/manage'],
  ['decryption'],
  ['balances'],
  ['legs'],
  ['pads'],
  ['transactions'],
  ['recovery'],
  ['streams', 'webhooks'],
  ['policies'],
  ['payments'],
  ['approvals'],
  ['collections'],
  ['receipts'],
  ['batches'],
  ['monitoring'],
  ['routes', 'pages'],
  ['app.ts'],
  ['cli'],
  ['main.ts', 'bin.mjs'],
]
/** Within `transactions/`: rows and states, then what comes in, what a payment needs, and what a caller asks. */
const transactionRooms = [
  [
    'states.ts',
    'store.ts',
    'taken-back-store.ts',
    'totals-store.ts',
    'write-store.ts',
    'list-store.ts',
    'moved-amount.ts',
    'own-transaction.ts',
    'reconcile-throttle.ts',
    'transaction-answer.ts',
    'approvals',
    // Pure.
    'settle/decide.ts',
  ],
  ['arrivals'],
  ['payouts', 'rebuilding', 'settle'],
  ['unmined'],
  ['reconcile.ts'],
  // Goes through every block, and looks at what a reorganisation has taken back.
  ['arrivals/scan.ts', 'arrivals/rewind.ts', 'arrivals/rescan.ts', 'arrivals/look.ts'],
  [
    'rebuilding/keep-reconciling.ts',
    'payouts/by-hand',
    'cancel.ts',
    'list-transactions.ts',
    'read-transaction.ts',
    'worker.ts',
  ],
]
/** Beside that order: the test-net knows nothing of the gateway, and tests may know everything. */
const besides = ['testnet', 'testing']

/** Rooms of one line may import each other. `public` holds no code. */
const extensionRooms = [
  ['browser.ts', 'native-browser.ts', 'plain-text.ts', 'problem.ts', 'surface-port.ts', 'fake-browser.ts'],
  ['provider'],
  ['vault', 'store'],
  ['gateway'],
  ['intents'],
  ['background', 'sites'],
  ['ui', 'screens'],
  ['entrypoints', 'public'],
]
/** Packages that may be in the extension. */
const extensionPackages = [
  '@noble/hashes',
  '@simplewebauthn/browser',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  'fflate',
  'hash-wasm',
  'idb',
  'otplib',
  'preact',
  'qr',
  'viem',
  'webextension-polyfill',
  'wxt',
  'zod',
]
const test = '\\.test\\.tsx?$|-fixture\\.ts$|^gateway/testing/|^extension/.*testing/|^extension/fake-browser\\.ts$'

/** Where the gateway meets its machine: what is imported there is handed to all else as `World`. */
const edges =
  '^gateway/(bin\\.mjs|main\\.ts|assets\\.ts|tallies\\.ts)$|^gateway/(cli|config|contracts|crypto|db|chain/live|pages|testnet|world)/|^gateway/http/(static-file|guards/client-address)\\.ts$'

/** What a page does with a password or a passkey before it asks the worker: it stands with the vault, above the worker. */
const pageSide = '^extension/vault/(by-password|prf)\\.ts$'

/** What stands in a room, or the one file that is ranked by itself. */
const standing = (room) => (/\.[a-z]+$/.test(room) ? `${room.replaceAll('.', '\\.')}$` : `${room}/`)

/** Of a room in a room (`auth/sign-in`), not what surrounds it. */
const inRoom = (folder, ranks, rank) => ({
  path: `^${folder}/(${rank.map(standing).join('|')})`,
  pathNot: ranks
    .flat()
    .filter((other) => rank.some((room) => other.startsWith(`${room}/`)))
    .map((other) => `^${folder}/${standing(other)}`),
})

/** A rank is called by its rooms; one of files alone, by the first of them. */
const nameOf = (rank) => {
  const folders = rank.filter((room) => !room.includes('.'))
  return (folders.length > 0 ? folders : rank.slice(0, 1)).join('-and-')
}

const upward = (folder, ranks) =>
  ranks.slice(0, -1).flatMap((rank, index) => {
    const from = inRoom(folder, ranks, rank)
    return ranks.slice(index + 1).map((higher) => ({
      name: `${folder.replace('/', '-')}-${nameOf(rank)}-imports-lower-rooms-only`,
      severity: 'error',
      from: { ...from, pathNot: [test, pageSide, ...from.pathNot] },
      to: inRoom(folder, ranks, higher),
    }))
  })

/** What stands in no order would be held by no rule: whatever imports or is imported there is refused. */
const unranked = (folder, known, beside = []) => {
  const path = `^${folder}/`
  const pathNot = [`^${folder}/(${known.map(standing).join('|')})`, test].concat(beside)
  const rule = { name: `${folder.replace('/', '-')}-has-a-room-without-a-rank`, severity: 'error' }
  return [
    { ...rule, from: { path, pathNot }, to: {} },
    { ...rule, from: {}, to: { path, pathNot } },
  ]
}

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: test },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'what-ships-stands-in-its-three-folders',
      comment: 'a new root folder, a script or a test is imported by nothing that ships',
      severity: 'error',
      from: { path: '^(gateway|shared|extension)/', pathNot: test },
      to: {
        pathNot: '^(gateway|shared|extension|node_modules)/|^package\\.json$',
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'shared-knows-only-zod',
      severity: 'error',
      from: { path: '^shared/(?!ui/)', pathNot: test },
      to: { pathNot: '^shared/(?!ui/)|^node_modules/zod/' },
    },
    {
      name: 'shared-screens-know-only-what-draws-them',
      severity: 'error',
      from: { path: '^shared/ui/', pathNot: test },
      to: { pathNot: '^shared/|^node_modules/(preact|uqr|@simplewebauthn/browser)/' },
    },
    {
      name: 'screens-are-for-pages',
      severity: 'error',
      from: { path: '^gateway/', pathNot: '^gateway/pages/' },
      to: { path: '^shared/ui/' },
    },
    {
      name: 'the-small-zod',
      comment: 'import zod/mini: the whole of zod is 454 KB in a page, and in every process of the gateway',
      severity: 'error',
      from: { path: '^(shared|extension|gateway)/' },
      // Its words for what is wrong are a module of their own.
      to: { path: '^node_modules/zod/(?!(v4/)?mini/|v4/locales/en\\.js$)' },
    },
    {
      name: 'extension-knows-no-gateway',
      severity: 'error',
      from: { path: '^extension/', pathNot: test },
      to: { pathNot: `^(extension|shared)/|^node_modules/(${extensionPackages.join('|')})/` },
    },
    {
      name: 'no-import-of-the-extension',
      severity: 'error',
      from: { path: '^(gateway|shared)/' },
      to: { path: '^extension/' },
    },
    {
      name: 'what-ships-knows-no-fixtures',
      severity: 'error',
      from: { path: '^extension/', pathNot: test },
      to: { path: '^extension/.*testing/|\\.test\\.tsx?$' },
    },
    {
      name: 'pages-know-the-messages-of-the-worker',
      severity: 'error',
      from: { path: ['^extension/(ui|screens)/', pageSide], pathNot: test },
      to: { path: '^extension/background/', pathNot: '^extension/background/(ask|requests)\\.ts$' },
    },
    {
      name: 'passwords-stay-in-pages',
      severity: 'error',
      from: { path: '^extension/', pathNot: ['^extension/(ui|screens)/', test] },
      to: { path: pageSide },
    },
    {
      name: 'words-take-only-types',
      comment: 'so that a code without its words does not compile',
      severity: 'error',
      from: { path: '^extension/words/', pathNot: test },
      to: {
        pathNot: ['^extension/words/', '^shared/ui/words/', '^shared/limits\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'one-door-to-the-browser',
      comment: 'and small ones for pages and for the script beside a page, where the polyfill is too much',
      severity: 'error',
      from: {
        path: '^(extension|shared)/',
        pathNot: `^extension/(browser|native-browser|entrypoints/bridge)\\.ts$|${test}`,
      },
      to: { path: '^node_modules/(webextension-polyfill|wxt/dist/browser)' },
    },
    {
      name: 'what-goes-into-pages-stands-alone',
      severity: 'error',
      from: { path: '^extension/provider/', pathNot: test },
      to: { pathNot: '^extension/provider/' },
    },
    {
      name: 'viem-from-one-place',
      severity: 'error',
      from: { path: '^extension/', pathNot: `^extension/ui/addresses/checksum\\.ts$|${test}` },
      to: { path: '^node_modules/viem/' },
    },
    {
      name: 'viem-only-when-it-is-needed',
      comment: 'by import(): it is larger than everything else together',
      severity: 'error',
      from: { path: '^extension/', pathNot: test },
      to: { path: '^extension/ui/addresses/checksum\\.ts$', dynamic: false },
    },
    {
      name: 'loaded-only-when-it-is-needed',
      comment: 'by import(): every start and every command would wait for it',
      severity: 'error',
      from: { path: '^gateway/', pathNot: test },
      to: {
        path: '^node_modules/(@simplewebauthn/server|age-encryption)/|^gateway/monitoring/traces\\.ts$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'loaded-only-when-it-is-needed',
      comment: 'a command by itself, and the driver of PostgreSQL where there is one',
      severity: 'error',
      from: { path: '^gateway/(cli/program|db/open)\\.ts$' },
      to: {
        path: '^gateway/(cli/(commands|database|doctor|groups|start|status|verbs)/|db/postgres/open\\.ts$)',
        dynamic: false,
      },
    },
    {
      name: 'chain-libraries-behind-the-port',
      severity: 'error',
      from: { path: '^gateway/', pathNot: `^gateway/(chain/live|fhe|testnet|contracts)/|${test}` },
      to: { path: '^node_modules/(viem|ox|@zama-fhe|node-tfhe|node-tkms|@foundry-rs)/' },
    },
    {
      name: 'only-the-command-line-starts-things',
      severity: 'error',
      from: { path: '^gateway/', pathNot: `^gateway/(bin\\.mjs|main\\.ts|cli/|testnet/)|${test}` },
      to: { path: '^gateway/(main\\.ts|cli/|testnet/)' },
    },
    {
      name: 'the-test-net-knows-no-gateway',
      severity: 'error',
      from: { path: '^gateway/testnet/', pathNot: test },
      to: { path: '^gateway/', pathNot: '^gateway/(testnet|contracts|fhe)/|^gateway/assets\\.ts$' },
    },
    {
      name: 'http-library-at-the-edge',
      severity: 'error',
      from: { path: '^gateway/', pathNot: `^gateway/(app\\.ts|http|monitoring|cli|testnet|pages)|${test}` },
      to: { path: '^node_modules/(hono|@hono)/' },
    },
    {
      name: 'legs-alone-sign-and-send',
      comment: 'so that whatever is signed is on disk, with what it is for, before the network sees it',
      severity: 'error',
      from: { path: '^gateway/', pathNot: `^gateway/(chain|legs)/|${test}` },
      to: { path: '^gateway/chain/(signing|live/send)\\.ts$' },
    },
    {
      name: 'the-command-line-makes-the-chain',
      comment: 'a use case knows the port alone: it runs on the fake chain as on the live one',
      severity: 'error',
      from: { path: '^gateway/', pathNot: `^gateway/(chain|cli)/|${test}` },
      to: { path: '^gateway/chain/live/' },
    },
    {
      name: 'the-fake-chain-is-for-tests',
      severity: 'error',
      from: { path: '^gateway/', pathNot: `^gateway/chain/(fake|suite)/|${test}` },
      to: { path: '^gateway/chain/(fake|suite)/' },
    },
    {
      name: 'the-system-is-at-the-edges',
      comment: 'files, processes, sockets, timers and the environment: a use case is given a world',
      severity: 'error',
      from: { path: '^gateway/', pathNot: `${edges}|${test}` },
      to: {
        dependencyTypes: ['core'],
        path: '^(node:)?(child_process|cluster|dgram|dns|fs|http|http2|https|inspector|net|os|process|readline|timers|tls|vm|worker_threads)(/|$)',
      },
    },
    {
      name: 'routes-ask-use-cases',
      comment: 'a list or a change of rows has a use case, however short',
      severity: 'error',
      from: { path: '^gateway/routes/', pathNot: test },
      to: { path: '^gateway/(.*[/-]store\\.ts$|auth/credentials/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'routes-only-bind',
      comment: 'an endpoint to a use case: they speak no SQL, and open no transaction',
      severity: 'error',
      from: { path: '^gateway/routes/', pathNot: test },
      to: { path: '^gateway/(db|chain|crypto|legs)/|^node_modules/kysely/' },
    },
    {
      name: 'pure-rules-touch-nothing',
      comment: 'they take values and return values',
      severity: 'error',
      from: {
        path: '^gateway/(transactions/(states|settle/(decide|shortfall)|payouts/next-step)\\.ts$|notas/format/|fhe/)',
        pathNot: test,
      },
      to: {
        path: '^gateway/(world|db|legs|wallets|http)/',
        pathNot: '^gateway/db/schema/marks\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'pure-rules-touch-nothing',
      comment: 'they take values and return values',
      severity: 'error',
      from: {
        path: '^gateway/(transactions/(states|settle/(decide|shortfall)|payouts/next-step)\\.ts$|notas/format/|fhe/)',
        pathNot: test,
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'rules-and-models-are-pure',
      comment: '`*rules.ts` and `model.ts` take values and return values, in whatever room they stand',
      severity: 'error',
      from: { path: '(^|[/-])(rules|model)\\.tsx?$', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'rules-and-models-are-pure',
      comment: '`*rules.ts` and `model.ts` take values and return values, in whatever room they stand',
      severity: 'error',
      from: { path: '(^|[/-])(rules|model)\\.tsx?$', pathNot: test },
      to: {
        path: [
          '^extension/(browser|native-browser|surface-port)\\.ts$',
          '^extension/(background/ask|store/|gateway/(client|session))',
          '^(extension|shared)/.*\\.tsx$',
          '^gateway/(world|db|chain/live|http)/',
          '(^|[/-])store\\.ts$',
          '^node_modules/(?!zod/)',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'stores-only-store',
      comment: 'what is in the database: no chain, no request, no decision',
      severity: 'error',
      from: { path: '^gateway/.*[/-]store\\.ts$', pathNot: test },
      to: { path: '^gateway/(chain|http|routes|auth/[a-z-]+\\.ts)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'one-database-driver',
      severity: 'error',
      from: { path: '^gateway/', pathNot: `^gateway/(db|testnet)/|${test}` },
      to: { path: '^node_modules/better-sqlite3/' },
    },
    {
      name: 'what-ships-knows-no-fixtures',
      severity: 'error',
      from: { path: '^gateway/', pathNot: test },
      to: { path: '^gateway/(testing/|.*-fixture\\.ts$)|\\.test\\.tsx?$' },
    },
    ...upward('gateway', rooms),
    ...unranked('gateway', [...rooms.flat(), ...besides]),
    ...upward('extension', extensionRooms),
    ...unranked('extension', [...extensionRooms.flat(), 'words', 'testing']),
    ...upward('gateway/transactions', transactionRooms),
    ...unranked('gateway/transactions', transactionRooms.flat()),
    // A file beside them is a part of the vocabulary: it knows only zod, and so leads nowhere else.
    ...unranked('shared', ['api', 'files', 'model', 'openapi', 'ui'], '^shared/[^/]+$'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
