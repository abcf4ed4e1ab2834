import { Command } from 'commander'
import { deployOwn } from '../../chain/live/contracts/deploy-own.ts'
import { signerFromKey } from '../../chain/live/wallet-keys.ts'
import type { Fees } from '../../chain/port.ts'
import type { Config, Source } from '../../config/config.ts'
import { belowCeiling } from '../../legs/fees.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'

/** `sotto contracts …`: tokens of one's own on a live network. */
export function contractsCommand(env: Source): Command {
  const group = new Command('contracts').description('tokens of your own on a live network')
  const deploy = group
    .command('deploy')
    .description("deploy STABLE, cSTABLE and their faucet with the operator's key and gas; stop the gateway first")
  withSettings(deploy).action(() => deployContracts(configOf(deploy, env)))
  return group
}

async function deployContracts(config: Config): Promise<void> {
  const { SOTTO_NETWORK: network, SOTTO_RPC_URL: rpcUrl, SOTTO_OPERATOR_KEY: key } = config
  if (network === 'offline') throw new Error('The offline test-net has its own tokens. Set SOTTO_NETWORK=sepolia.')
  if (rpcUrl === undefined) throw new Error('SOTTO_RPC_URL is not set.')
  if (key === undefined) throw new Error('SOTTO_OPERATOR_KEY is not set.')
  const where = { rpcUrl, payer: signerFromKey(key), bounded: (fees: Fees) => belowCeiling({ config }, fees) }
  const { stable, cstable, faucet } = await deployOwn(where, (line) => process.stderr.write(`${line}\n`))
  print(`SOTTO_STABLE_ADDRESS=${stable}\nSOTTO_CSTABLE_ADDRESS=${cstable}\nSOTTO_FAUCET_ADDRESS=${faucet}\n`)
}
