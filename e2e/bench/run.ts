import { cpus } from 'node:os'
import { benchAmounts } from './amounts.ts'
import { benchMoney } from './money.ts'
import { benchReads } from './reads.ts'
import { table } from './report.ts'
import { benchStarts } from './starts.ts'

/** `node e2e/bench/run.ts`, after a build: prints what stands in the README beside this. */
const day = new Date().toISOString().slice(0, 10)
process.stdout.write(`${day}, ${cpus().length} cores, Node ${process.versions.node}\n\n`)
process.stdout.write(`${table('Reads, requests per second', ['Sotto', 'raw node:http'], await benchReads())}\n`)
process.stdout.write(`${table('Money verbs', ['Sotto', 'bare viem'], await benchMoney())}\n`)
process.stdout.write(`${table('Amounts, median', ['left', 'right'], await benchAmounts())}\n`)
process.stdout.write(`${table('Start', ['first', 'second'], await benchStarts())}\n`)
