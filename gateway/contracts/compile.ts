import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi } from 'viem'
import type { Artifact } from './artifacts.ts'
import { type SourceSet, settings, solc } from './inputs.ts'

type Compiled = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, { abi: Abi; evm: { bytecode: Code; deployedBytecode: Code } }>>
}
type Code = { object: string }

/** Takes seconds, of a core. Throws with the compiler's words. */
export function compile(set: SourceSet): Record<string, Artifact> {
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
