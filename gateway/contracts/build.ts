import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Artifact } from './artifacts.ts'
import { compile } from './compile.ts'
import { currentInputs, hostContracts, type Inputs, multicall3Creation, ownContracts, sha256 } from './inputs.ts'

export type Manifest = { inputs: Inputs; outputs: Record<string, string> }

const folder = join(import.meta.dirname, 'artifacts')

/**
 * `node gateway/contracts/build.ts` compiles everything and writes `artifacts/`; with `--check` it compiles, compares
 * with what is committed, and exits 1 where they differ. Half a minute, so tests compare hashes instead.
 */
async function main(): Promise<void> {
  const artifacts = { ...compile(ownContracts()), ...compile(hostContracts()), Multicall3: await multicall3() }
  const files = Object.fromEntries(Object.entries(artifacts).map(([name, artifact]) => [name, render(artifact)]))
  const outputs = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sha256(text)]))
  const manifest = `${JSON.stringify({ inputs: currentInputs(), outputs } satisfies Manifest, null, 2)}\n`
  if (process.argv.includes('--check')) return check({ ...files, manifest })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries({ ...files, manifest })) writeFileSync(join(folder, `${name}.json`), text)
  console.log(`wrote ${Object.keys(files).length} artifacts`)
}

/** Deployed code is the creation code after its 32-byte loader (`…6000f3fe` ends it). */
async function multicall3(): Promise<Artifact> {
  const bytecode = (await multicall3Creation()) as `0x${string}`
  const loaderEnd = bytecode.indexOf('6000f3fe') + '6000f3fe'.length
  return { abi: [], bytecode, deployedBytecode: `0x${bytecode.slice(loaderEnd)}` }
}

/** One ABI entry per line: readable in a diff, and still small. */
function render({ abi, bytecode, deployedBytecode }: Artifact): string {
  const entries = abi.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')
  const list = abi.length === 0 ? '[]' : `[\n${entries}\n  ]`
  return `{\n  "abi": ${list},\n  "bytecode": "${bytecode}",\n  "deployedBytecode": "${deployedBytecode}"\n}\n`
}

function check(files: Record<string, string>): void {
  const stale = Object.entries(files).filter(
    ([name, text]) => text !== readFileSync(join(folder, `${name}.json`), 'utf8'),
  )
  if (stale.length === 0) console.log('artifacts belong to the sources')
  else throw new Error(`differ from what the sources compile to: ${stale.map(([name]) => name).join(', ')}`)
}

await main()
