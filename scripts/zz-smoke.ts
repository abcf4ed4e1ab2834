import { mkdtempSync } from 'node:fs'
import { privateKeyToAccount } from 'viem/accounts'
import { fastInput } from '../gateway/devnet/fast-input.ts'
import { spawnDevnet } from '../gateway/devnet/spawn.ts'

const dir = process.argv[2] ?? mkdtempSync('/tmp/x/dn-')
const op = privateKeyToAccount(('0x' + '07'.repeat(32)) as `0x${string}`)
let t = performance.now()
const d = await spawnDevnet({ dataDir: dir, operator: op.address, log: (l) => console.log('  log', l) })
console.log('ready', (performance.now() - t) | 0, 'ms', d.info)
t = performance.now()
console.log(await fastInput(d.info, { contract: d.info.cstable, user: op.address, value: 5n }))
console.log('fast', performance.now() - t)
t = performance.now()
await d.stop()
console.log('stopped', (performance.now() - t) | 0)
console.log(dir)
