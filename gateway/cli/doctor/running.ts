import { signerFromKey } from '../../chain/live/wallet-keys.ts'
import type { Config } from '../../config/config.ts'
import type { Check } from '../../monitoring/readiness.ts'
import { askRunning } from '../status/running.ts'
import { bad, type Finding, ok } from './finding.ts'

/** What the gateway that runs on a data folder says of itself. */
export async function checkRunning(config: Config, dir: string): Promise<Finding[]> {
  const { url, says } = await askRunning(dir)
  const isOwn = config.SOTTO_NETWORK === 'offline' && config.SOTTO_TESTNET === undefined
  const withIt = isOwn ? '; the test-net runs with it' : ''
  if (url === undefined) return [ok('running', `no gateway runs on this folder${withIt}`)]
  if (says === undefined) return [bad('running', `the gateway at ${url} holds the folder, and does not answer`, LOG)]
  const mends = mendsFor(config)
  const checks = says.checks.map(({ name, ok: fine }) =>
    fine ? ok(`running: ${name}`, 'ready') : bad(`running: ${name}`, `${url} says it is not`, mends.get(name) ?? LOG),
  )
  return [ok('running', `listens on ${url}`), ...checks]
}

const LOG = 'look at its log'

/** By the name of a check; a newer gateway may have others. */
function mendsFor({ SOTTO_OPERATOR_KEY: key }: Config): Map<string, string> {
  const operator = key === undefined ? 'whose address "sotto status" has' : signerFromKey(key).address
  const mends: Record<Check['name'], string> = {
    database: 'see whether its server runs and its disk has room: DATABASE_URL, or the data folder',
    schema: 'a newer version has changed the database: update this gateway to that one',
    chain: 'see whether its node answers (SOTTO_RPC_URL; offline: the test-net)',
    protocol: 'update Sotto: the chain has an executor that this version does not know',
    decryption: 'see whether its relayer answers (SOTTO_RELAYER_URL; offline: the test-net)',
    derivation: 'a decryption contradicted a derived amount: see gateway/docs/threats.md, "An invented receipt"',
    operator_gas: `send ETH to the operator, ${operator}`,
    reconciled:
      'wait until it has found the transactions of its keys that it lacks; "sotto owed" lists those that stay',
    token: 'its token is paused, revoked, or refuses the operator: only its owner can change that',
  }
  return new Map(Object.entries(mends))
}
