import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi } from 'viem'
import type { Artifact } from './artifacts.ts'
import type { SourceSet } from './inputs.ts'
import {
  currentInputs,
  hostContracts,
  type Inputs,
  multicall3Creation,
  ownContracts,
  settings,
  sha256,
  solc,
} from './inputs.ts'

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

type Compiled = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, { abi: Abi; evm: { bytecode: Code; deployedBytecode: Code } }>>
}
type Code = { object: string }

function compile(set: SourceSet): Record<string, Artifact> {
  const sources = Object.fromEntries(Object.entries(set.sources).map(([path, content]) => [path, { content }]))
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const output = JSON.parse(solc().compile(input, { import: (path: string) => resolve(set, path) })) as Compiled
  const errors = (output.errors ?? []).filter((error) => error.severity === 'error')
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  const found: Record<string, Artifact> = {}
  for (const contracts of Object.values(output.contracts ?? {})) {
    for (const [name, { abi, evm }] of Object.entries(contracts)) {
      if (!set.contracts.includes(name)) continue
      found[name] = {
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
      }
    }
  }
  const missing = set.contracts.filter((name) => !(name in found))
  if (missing.length > 0) throw new Error(`not compiled: ${missing.join(', ')}`)
  return found
}

function resolve(set: SourceSet, path: string): { contents: string } | { error: string } {
  for (const [prefix, root] of Object.entries(set.imports)) {
    if (!path.startsWith(prefix)) continue
    return { contents: readFileSync(join(root, path.slice(prefix.length)), 'utf8') }
  }
  return { error: `not found: ${path}` }
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
