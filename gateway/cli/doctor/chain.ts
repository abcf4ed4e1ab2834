import { formatEther } from '#shared/model/money.ts'
import { signerFromKey } from '../../chain/live/wallet-keys.ts'
import type { Config } from '../../config/config.ts'
import { silentLog } from '../../world/log.ts'
import { listenerIn } from '../start/listener-file.ts'
import { joinNetwork, openNetwork } from '../start/network.ts'
import { bad, type Finding, ok, reason, warn } from './finding.ts'

const CLOCK_MAX_S = 120
const GAS_LOW = 50_000_000_000_000_000n

/** What a running gateway says of itself, and, on a live network, the chain, the relayer and the operator at first hand. */
export async function checkChain(config: Config, dir: string, now: number): Promise<Finding[]> {
  const running = await checkRunning(config, dir)
  const chain = config.SOTTO_NETWORK === 'offline' ? checkTestnetClock : checkLive
  return [...running, ...(await chain(config, dir, now))]
}

/** A clock that was ahead when a block was made leaves the test-net there: it catches up by itself, in as long. */
async function checkTestnetClock(config: Config, dir: string, now: number): Promise<Finding[]> {
  const network = await joinNetwork(config, dir, undefined).catch(() => undefined)
  if (network === undefined) return []
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

async function checkRunning(config: Config, dir: string): Promise<Finding[]> {
  const configured = `http://${config.SOTTO_HOST.includes(':') ? `[${config.SOTTO_HOST}]` : config.SOTTO_HOST}:${config.SOTTO_PORT}`
  const url = listenerIn(dir) ?? configured
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) })
    const { checks } = (await answer.json()) as { checks: { name: string; ok: boolean }[] }
    return checks.map(({ name, ok: fine }) =>
      fine ? ok(`running: ${name}`, 'ready') : bad(`running: ${name}`, `${url} says it is not`, 'look at its log'),
    )
  } catch {
    const offline = config.SOTTO_NETWORK === 'offline'
    return [ok('running', `no gateway answers at ${url}${offline ? '; the test-net runs with it' : ''}`)]
  }
}

async function checkLive(config: Config, dir: string, now: number): Promise<Finding[]> {
  const { SOTTO_OPERATOR_KEY: key } = config
  const operator = key === undefined ? undefined : signerFromKey(key)
  try {
    const { chain, close } = await openNetwork(config, dir, operator, silentLog)
    try {
      const head = await chain.head()
      const away = Math.abs(now / 1000 - head.time)
      const alive = await chain.confidential.alive()
      return [
        ok('chain', `block ${head.number}`),
        away <= CLOCK_MAX_S
          ? ok('clocks', `the newest block is ${Math.round(away)} s old`)
          : warn(
              'clocks',
              `the newest block and our clock are ${Math.round(away)} s apart`,
              'set the clock (NTP), or use another RPC',
            ),
        alive
          ? ok('relayer', 'answers')
          : bad('relayer', 'does not answer', 'check SOTTO_RELAYER_URL and SOTTO_RELAYER_API_KEY'),
        ...(operator === undefined ? [] : [gas((await chain.readGas([operator.address]))[0] ?? 0n, operator.address)]),
      ]
    } finally {
      await close()
    }
  } catch (error) {
    return [bad('chain', reason(error), 'set what is missing, or check SOTTO_RPC_URL')]
  }
}

function gas(wei: bigint, address: string): Finding {
  const says = `${address} holds ${formatEther(wei)} ETH`
  return wei >= GAS_LOW ? ok('operator', says) : bad('operator', says, 'send it ETH: faucet and payouts need it')
}
