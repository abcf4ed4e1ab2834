import type { Config } from '../../config/config.ts'
import { joinNetwork } from '../start/network.ts'
import { testnetStart } from '../testnet-file.ts'
import { bad, type Finding, ok, reason, warn } from './finding.ts'
import { checkLive } from './network/live.ts'
import { CLOCK_MAX_S } from './network/network.ts'
import { checkRunning } from './running.ts'

/** What a running gateway says of itself, and, on a live network, the chain, the relayer and the operator at first hand. */
export async function checkChain(config: Config, dir: string, now: number): Promise<Finding[]> {
  const running = await checkRunning(config, dir)
  const isOffline = config.SOTTO_NETWORK === 'offline'
  return [...running, ...(await (isOffline ? checkTestnetClock(config, dir, now) : checkLive(config, now)))]
}

/** A clock that was ahead when a block was made leaves the test-net there: it catches up by itself, in as long. */
async function checkTestnetClock(config: Config, dir: string, now: number): Promise<Finding[]> {
  const { SOTTO_TESTNET: named } = config
  const network = await joinNetwork(config, dir, undefined).catch((error: unknown) => reason(error))
  // Its own runs with the gateway, of which `running` tells.
  if (typeof network === 'string')
    return named === undefined ? [] : [bad('test-net', network, `${testnetStart(named)}, and leave it running`)]
  try {
    const ahead = (await network.chain.head()).time - now / 1000
    if (ahead <= CLOCK_MAX_S) return [ok('clocks', 'the test-net is not ahead of our clock')]
    const says = `the test-net's newest block is ${Math.round(ahead)} s ahead of our clock, which was ahead once`
    return [warn('clocks', says, 'nothing, if our clock is right now: times of blocks are off until it catches up')]
  } catch (error) {
    return [bad('chain', reason(error), 'look at the log of the gateway')]
  } finally {
    await network.close()
  }
}
