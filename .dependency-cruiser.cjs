/**
 * Import directions, as `gateway/README.md` draws them. A room imports only lower rooms; viem and Zama's packages live
 * behind the chain's port; SQL in stores; nobody but the entry starts a test-net.
 */
const rooms = [
  'crypto',
  'notas',
  'audit',
  'accounts',
  'auth',
  'sign-in',
  'idempotency',
  'wallets',
  'plaintexts',
  'balances',
  'transactions',
  'notary',
  'payments',
  'sandbox',
  'security',
]
const test = '\\.test\\.ts$|^gateway/test-world\\.ts$'

const upward = rooms.slice(0, -1).map((room, index) => ({
  name: `${room}-imports-lower-rooms-only`,
  severity: 'error',
  from: { path: `^gateway/${room}/`, pathNot: test },
  to: { path: `^gateway/(${rooms.slice(index + 1).join('|')})/` },
}))

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: test },
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shared-knows-only-zod',
      severity: 'error',
      from: { path: '^shared/', pathNot: test },
      to: { pathNot: '^shared/|^node_modules/zod/' },
    },
    {
      name: 'chain-libraries-behind-the-port',
      severity: 'error',
      from: { path: '^gateway/', pathNot: `^gateway/(chain/live|devnet|contracts)/|${test}` },
      to: { path: '^node_modules/(viem|ox|@zama-fhe|node-tfhe|node-tkms|@foundry-rs)/' },
    },
    {
      name: 'only-the-command-line-starts-things',
      severity: 'error',
      from: { path: '^gateway/', pathNot: `^gateway/(bin\\.mjs|main\\.ts|cli/|devnet/)|${test}` },
      to: { path: '^gateway/(main\\.ts|cli/|devnet/)' },
    },
    {
      name: 'the-test-net-knows-no-gateway',
      severity: 'error',
      from: { path: '^gateway/devnet/', pathNot: test },
      to: { path: `^gateway/(${rooms.join('|')}|http|db|cli|chain)/` },
    },
    {
      name: 'http-library-at-the-edge',
      severity: 'error',
      from: { path: '^gateway/', pathNot: `^gateway/(app\\.ts|http|docs|operations|cli|devnet|pages)|${test}` },
      to: { path: '^node_modules/(hono|@hono)/' },
    },
    {
      name: 'one-database-driver',
      severity: 'error',
      from: { path: '^gateway/', pathNot: `^gateway/(db|devnet)/|${test}` },
      to: { path: '^node_modules/better-sqlite3/' },
    },
    ...upward,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      conditionNames: ['node', 'import', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
}
