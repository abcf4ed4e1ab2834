import { join } from 'node:path'
import { Command, type Option } from 'commander'
import { createSigner, signerFromKey } from '../../chain/live/wallet-keys.ts'
import type { Signer } from '../../chain/port.ts'
import { type Config, networkDir, type Source } from '../../config/config.ts'
import { errorWords } from '../../error-words.ts'
import { startTestnet } from '../../testnet/start.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'
import { testnetLine } from '../start/greeting.ts'
import { parentGone } from '../start/parent.ts'
import { stopSignal } from '../start/stop-signal.ts'
import { testnetFileIn, writeTestnetFile } from '../testnet-file.ts'

/** `sotto testnet`: the offline test-net alone, for gateways that attach to it and for the tests of others. */
export function testnetCommand(env: Source): Command {
  const command = withSettings(new Command('testnet').description('run the offline test-net alone'))
  const port = command.options.find(({ long }) => long === '--port') as Option
  port.description = 'port of its RPC; without it the one of the last start, or a free one'
  port.hideHelp(false)
  return command.action(async () => {
    const config = configOf(command, env)
    // SOTTO_PORT is where a gateway listens, perhaps the one that attaches.
    const isNamed = command.getOptionValueSourceWithGlobals('port') === 'cli'
    process.exitCode = await runTestnet(config, env, isNamed ? { rpcPort: config.SOTTO_PORT } : {})
  })
}

/** Prints a funded key where none is configured. */
async function runTestnet(config: Config, env: Source, named: { rpcPort?: number }): Promise<number> {
  if (config.SOTTO_NETWORK !== 'offline')
    throw new Error('"sotto testnet" runs the network "offline": leave out --network and SOTTO_NETWORK.')
  // From the beginning: npm may be ended while this starts.
  const stopped = Promise.race([stopSignal(), parentGone(env)]).then(() => undefined)
  const dir = join(networkDir(config), 'testnet')
  const given = config.SOTTO_OPERATOR_KEY
  const operator = given === undefined ? (lentBefore(config.SOTTO_TESTNET) ?? createSigner()) : signerFromKey(given)
  const testnet = await startTestnet({
    dataDir: dir,
    operator: operator.address,
    protocol: config.SOTTO_PROTOCOL,
    keepsPorts: true,
    ...named,
  })
  // First: a script that reads these lines may start a gateway at once.
  if (config.SOTTO_TESTNET !== undefined) {
    writeTestnetFile(config.SOTTO_TESTNET, testnet.info, given === undefined ? operator.key : undefined)
  }
  print(`${testnetLine(testnet.info)}\n`)
  print(`relayer ${testnet.info.relayerUrl}\nfaucet ${testnet.info.faucet}\n`)
  if (given === undefined) print(`funded key ${operator.key}\n`)
  print(uses(config.SOTTO_TESTNET, given === undefined))
  const failure = await Promise.race([stopped, testnet.failed])
  if (failure !== undefined) process.stderr.write(`sotto: the test-net has failed: ${errorWords(failure)}\n`)
  await testnet.stop()
  return failure === undefined ? 0 : 1
}

/** The key that its file lent to gateways until now: what they own with it stays theirs. */
function lentBefore(file: string | undefined): Signer | undefined {
  if (file === undefined) return undefined
  const { operatorKey } = testnetFileIn(file) ?? {}
  return operatorKey && signerFromKey(operatorKey)
}

/** What the lines above are for. */
function uses(file: string | undefined, made: boolean): string {
  const attach =
    file === undefined
      ? '  With SOTTO_TESTNET=FILE it also writes the file by which gateways attach to it.'
      : `  A gateway uses it with SOTTO_TESTNET=${file}${made ? ', which holds that key too, so that it can fund at once' : ''}.`
  return [
    '',
    '  The first line is an RPC for wallets and tools, its tokens, and the chain ID; then the relayer that decrypts,',
    '  and the contract that gives test money. The holder of the funded key runs the faucet: nothing here has value.',
    attach,
    '  Ctrl-C stops it; the next start goes on where it ended, at the same ports.',
    '',
    '',
  ].join('\n')
}
