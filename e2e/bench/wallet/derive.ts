import { argon2id } from '@noble/hashes/argon2.js'
import { keyOf } from '../../../extension/vault/derive.ts'

/** Processor time of one derivation in WebAssembly, as the wallet does it, and in JavaScript; both alternately. */
const ROUNDS = 7
const uses = { 'an unlock': { memory: 19_456, passes: 2 }, 'a backup': { memory: 65_536, passes: 3 } }

const salt = new Uint8Array(16).fill(7)
const password = 'a lake in the rain'

async function spent(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

for (const [use, cost] of Object.entries(uses)) {
  const times: { wasm: number[]; js: number[] } = { wasm: [], js: [] }
  for (let round = 0; round < ROUNDS; round++) {
    times.wasm.push(await spent(() => keyOf(password, salt, cost)))
    const options = { m: cost.memory, t: cost.passes, p: 1, dkLen: 32 }
    times.js.push(await spent(() => argon2id(new TextEncoder().encode(password), salt, options)))
  }
  const [wasm, js] = [median(times.wasm), median(times.js)]
  process.stdout.write(
    `${use}: ${wasm.toFixed(0)} ms, JavaScript ${js.toFixed(0)} ms, ratio ${(wasm / js).toFixed(2)}\n`,
  )
}
