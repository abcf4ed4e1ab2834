import { cpus } from 'node:os'
import { table } from './kit/report.ts'
import { benchAmounts } from './payments/amounts.ts'
import { benchFlood } from './payments/flood.ts'
import { benchMoney } from './payments/money.ts'
import { benchTrips } from './payments/trips.ts'
import { benchBalances } from './reads/balances.ts'
import { benchPeer, benchReads } from './reads/reads.ts'
import { benchStarts } from './starts.ts'

/** `node e2e/bench/run.ts`, after a build: prints what stands in the README beside this. */
const day = new Date().toISOString().slice(0, 10)
process.stdout.write(`${day}, ${cpus().length} cores, Node ${process.versions.node}\n\n`)
process.stdout.write(`${table('Reads, requests per second', ['Sotto', 'raw node:http'], await benchReads())}\n`)
process.stdout.write(`${table('Money verbs', ['Sotto', 'bare viem'], await benchMoney())}\n`)
process.stdout.write(`${table('Amounts, median', ['left', 'right'], await benchAmounts())}\n`)
process.stdout.write(`${table('Reads beside a peer', ['Sotto', 'by hand'], await benchPeer())}\n`)
process.stdout.write(`### Round trips\n\n${await benchTrips()}\n`)
process.stdout.write(`${table('Payments per second', ['Sotto', 'presigned'], await benchFlood())}\n`)
process.stdout.write(`${table('Balances of 100 wallets', ['Sotto', 'multicall'], await benchBalances())}\n`)
process.stdout.write(`${table('Start', ['first', 'second'], await benchStarts())}\n`)
