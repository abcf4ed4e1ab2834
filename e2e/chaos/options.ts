import { parseArgs } from 'node:util'
import type { Engine } from './database.ts'
import type { Amounts, Mode } from './stage.ts'

export type Options = {
  kills: number
  minutes: number
  modes: Mode[]
  amounts: Amounts
  engine: Engine
  replicas: number
  seed: string
  faults: boolean
  /** Two nodes some blocks apart, for so long in each mode. */
  lagSeconds: number
  /** Only faults whose name holds this. */
  only: string | undefined
  fuzz: number
  restores: number
  /** Of these restores: how deep a block is final. */
  confirmations: number
  /** One backup put back so many times after 300 payments, and all of them compared each time. */
  history: number
  deadEnds: number
  /** Three gateways get the next two releases. */
  upgrade: boolean
  /** So many keys, each at three gateways at once. */
  oneKeys: number
  /** So many confidential transfers with proofs made ahead. */
  pads: number
  /** So many payments at once under a limit that lets one in ten pass. */
  limit: number
  /** So many requests to be paid, through three gateways. */
  requests: number
  /** A batch of so many rows. */
  batch: number
}

export const usage = `npm run chaos -- [--kills N] [--minutes M] [--mode backed|float|both] [--amounts derived|decrypted] [--engine sqlite|postgres] [--replicas N] [--seed S] [--faults] [--lag] [--restores N [--confirmations N]] [--history N] [--dead-ends N] [--upgrade] [--one-key N] [--pads N] [--limit N] [--batch N] [--requests N] [--fuzz N]

  --kills N      kill the gateway so many times during money traffic, shared between the modes (default 100)
  --minutes M    stop killing after so many minutes (default 60)
  --mode MODE    how redeems are paid out (default both)
  --amounts HOW  derived or decrypted: how confidential amounts come to be known (default derived)
  --engine E     sqlite, or postgres: of kills only (default sqlite)
  --replicas N   so many gateways on one postgres; kills are of either, and of the database's connections (default 1)
  --seed S       makes the same choices again (default: one of its own, printed first)
  --faults       every fault of both proxies, of disk and clock, and nonce drift, during money traffic
  --only TEXT    with --faults: only those whose name holds this text, or one of several with a | between
  --lag          two nodes, 1 to 5 blocks apart, behind one URL during money traffic, and no kills
  --seconds N    with --lag: how long in each mode (default 60)
  --restores N   put backups of random moments back so many times during money traffic, shared between the modes
  --confirmations N  with --restores: how deep a block is final (default 1); above 1 reorganisations take back what a backup lacks
  --history N    put one backup back so many times after 300 payments, shared between the modes: each time all has to come back
  --dead-ends N  each case that once only a person could end, so many times, and no kills
  --upgrade      three gateways on one postgres get two later releases one after the other; kills are shared between the steps
  --one-key N    so many keys in each mode, each sent to three gateways on one postgres at once, while they are killed
  --pads N       so many confidential transfers with proofs made ahead, and nothing else: one gateway, or --replicas N
  --limit N      so many payments at once under a limit by day that lets one in ten pass, through three gateways that are killed and restored
  --batch N      a batch of so many rows: ten kills, a backup put back once; one gateway, or --replicas N
  --requests N   so many requests to be paid, with a webhook, through three gateways that are killed and restored
  --fuzz N       so many requests over all endpoints, and nothing else
`

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '100' },
      minutes: { type: 'string', default: '60' },
      mode: { type: 'string', default: 'both' },
      amounts: { type: 'string', default: 'derived' },
      engine: { type: 'string', default: 'sqlite' },
      replicas: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(Date.now()) },
      faults: { type: 'boolean', default: false },
      lag: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '60' },
      only: { type: 'string' },
      restores: { type: 'string', default: '0' },
      confirmations: { type: 'string', default: '1' },
      history: { type: 'string', default: '0' },
      'dead-ends': { type: 'string', default: '0' },
      upgrade: { type: 'boolean', default: false },
      'one-key': { type: 'string', default: '0' },
      pads: { type: 'string', default: '0' },
      limit: { type: 'string', default: '0' },
      batch: { type: 'string', default: '0' },
      requests: { type: 'string', default: '0' },
      fuzz: { type: 'string', default: '0' },
    },
  })
  return {
    kills: values.lag || values['dead-ends'] !== '0' || values.history !== '0' ? 0 : wholeNumber(values.kills),
    minutes: wholeNumber(values.minutes),
    modes: modesIn(values.mode),
    amounts: amountsIn(values.amounts),
    ...gatewaysIn(values.engine, values.replicas),
    seed: values.seed,
    faults: values.faults,
    lagSeconds: values.lag ? wholeNumber(values.seconds) : 0,
    only: values.only,
    restores: wholeNumber(values.restores),
    confirmations: wholeNumber(values.confirmations),
    history: wholeNumber(values.history),
    deadEnds: wholeNumber(values['dead-ends']),
    upgrade: values.upgrade,
    oneKeys: wholeNumber(values['one-key']),
    pads: wholeNumber(values.pads),
    limit: wholeNumber(values.limit),
    batch: wholeNumber(values.batch),
    requests: wholeNumber(values.requests),
    fuzz: wholeNumber(values.fuzz),
  }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new Error(`${text} is not a whole number\n\n${usage}`)
  return Number(text)
}

function amountsIn(text: string): Amounts {
  if (text === 'derived' || text === 'decrypted') return text
  throw new Error(`${text} is neither derived nor decrypted\n\n${usage}`)
}

function gatewaysIn(engine: string, count: string): { engine: Engine; replicas: number } {
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error(`${engine} is no engine\n\n${usage}`)
  const replicas = wholeNumber(count)
  if (replicas === 0 || (replicas > 1 && engine === 'sqlite'))
    throw new Error(`${replicas} gateways on ${engine}: no\n\n${usage}`)
  return { engine, replicas }
}

function modesIn(text: string): Mode[] {
  if (text === 'both') return ['backed', 'float']
  if (text === 'backed' || text === 'float') return [text]
  throw new Error(`${text} is no mode\n\n${usage}`)
}
