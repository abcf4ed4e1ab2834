import { Command } from 'commander'
import { deployPads } from '../../chain/live/contracts/deploy-pads.ts'
import type { Fees } from '../../chain/port.ts'
import type { Config, Source } from '../../config/config.ts'
import { belowCeiling } from '../../legs/fees.ts'
import { readPadCounts, type WalletPads } from '../../pads/counts/store.ts'
import { systemClock } from '../../world/clock.ts'
import { printableJson } from '../../world/printable.ts'
import { beside } from '../beside.ts'
import { counted } from '../counted.ts'
import { print, tell } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'
import { openToRead } from '../status/open-to-read.ts'

/** `sotto pads`: proofs made ahead, and what became of them; `sotto pads deploy`: the contract that takes them. */
export function padsCommand(env: Source): Command {
  const pads = new Command('pads')
    .summary('proofs made ahead, wallet by wallet')
    .description(
      'proofs made ahead (SOTTO_PADS), wallet by wallet: ready, used, thrown away, and payments that had none',
    )
    .option('--json', 'as one JSON document')
  const deploy = pads
    .command('deploy')
    .description("put the contract of pads on the chain with the operator's key and gas; stop the gateway first")
  withSettings(deploy).action(() => deployContract(configOf(deploy, env)))
  return withSettings(pads).action(async () => {
    const config = configOf(pads, env)
    const reading = await openToRead(config)
    const now = systemClock.now()
    const wallets = await readPadCounts(reading.db, now).finally(() => reading.db.destroy())
    const { SOTTO_PADS: most, SOTTO_PADS_LOW: low = null } = config
    print(pads.opts().json ? `${printableJson({ most, low, wallets })}\n` : describePads(most, wallets))
  })
}

/** A line for each wallet, the counts first. */
export function describePads(most: number, wallets: readonly WalletPads[]): string {
  const setting = most === 0 ? 'SOTTO_PADS is 0 in the settings of this command' : `up to ${most} a wallet`
  const lines = wallets.map(({ address, ready, used, thrownAway, noneReady, noRight, noContract }) => {
    const proved = noneReady + noRight + noContract
    const reasons = [
      ...(noneReady === 0 ? [] : [`${noneReady} with none ready`]),
      ...(noRight === 0 ? [] : [`${noRight} before its permission`]),
      ...(noContract === 0 ? [] : [`${noContract} without the contract`]),
    ]
    const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`
    const ends = `${ready} ready, ${used} used, ${thrownAway} thrown away`
    return `${address}  ${ends}; ${counted(proved, 'payment')} proved at once${why}\n`
  })
  const none = wallets.length === 0 ? 'No wallet has used proofs made ahead yet.\n' : ''
  return `proofs made ahead: ${setting}\n${lines.join('')}${none}`
}

async function deployContract(config: Config): Promise<void> {
  await beside(config, async ({ chain }, payer) => {
    const { address } = chain.pads
    const isThere = await chain.pads.isThere()
    if (!isThere) {
      const { SOTTO_RPC_URL: rpcUrl } = config
      if (rpcUrl === undefined) throw new Error('SOTTO_RPC_URL is not set.')
      const bounded = (fees: Fees) => belowCeiling({ config }, fees)
      await deployPads({ rpcUrl, chainId: chain.chainId, payer, bounded }, chain.tokens.cstable.address)
    }
    // A script reads the address alone.
    tell(`The contract of pads for ${chain.tokens.cstable.symbol} ${isThere ? 'was there already' : 'is deployed'}:\n`)
    print(`${address}\n`)
  })
}
