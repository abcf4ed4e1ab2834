import { writeFileSync } from 'node:fs'
import { compile } from '../../../gateway/contracts/compile.ts'
import { ownContracts } from '../../../gateway/contracts/inputs.ts'
import { type Compiled, compiledFile, currentInputs, sources, tokenNames } from './compiled.ts'

// `node e2e/harness/tokens/build.ts` compiles the tokens of this folder against Sotto's own. Takes ten seconds.
const own = ownContracts()
const found = compile({ ...own, sources: { ...own.sources, ...sources() }, contracts: tokenNames })
const artifacts = Object.fromEntries(
  Object.entries(found).map(([name, { abi, bytecode }]) => [name, { abi, bytecode }]),
) as Compiled['artifacts']
writeFileSync(compiledFile, `${JSON.stringify({ inputs: currentInputs(), artifacts } satisfies Compiled, null, 1)}\n`)
