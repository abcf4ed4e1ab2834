import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Artifact } from '../../../gateway/contracts/artifacts.ts'
import { type Inputs, currentInputs as inputsOfOwn, sha256 } from '../../../gateway/contracts/inputs.ts'

export const strangeTokens = ['FeeAfterwards', 'FeeFromWithin', 'MovesNothing'] as const
export const tokenNames = [...strangeTokens, 'PublicDollar', 'IssuedDollar', 'Registry'] as const
export type TokenName = (typeof tokenNames)[number]

export type Compiled = {
  /** Of the tokens here, and of Sotto's own contracts, which they are made of. */
  inputs: { tokens: Record<string, string>; own: Inputs }
  artifacts: Record<TokenName, Pick<Artifact, 'abi' | 'bytecode'>>
}

export const compiledFile = join(import.meta.dirname, 'compiled.json')

/** The sources here, each under the path that it has for the compiler. */
export function sources(): Record<string, string> {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.sol'))
  return Object.fromEntries(
    files.sort().map((file) => [`contracts/${file}`, readFileSync(join(import.meta.dirname, file), 'utf8')]),
  )
}

export function currentInputs(): Compiled['inputs'] {
  const tokens = Object.entries(sources()).map(([path, text]) => [path, sha256(text)])
  return { tokens: Object.fromEntries(tokens), own: inputsOfOwn() }
}

/** ABI and creation code of a token of this folder. They are kept in a file, since the compiler takes ten seconds. */
export function compiled(name: TokenName): Compiled['artifacts'][TokenName] {
  const { inputs, artifacts } = JSON.parse(readFileSync(compiledFile, 'utf8')) as Compiled
  if (isDeepStrictEqual(inputs, currentInputs())) return artifacts[name]
  throw new Error('the tokens have changed: node e2e/harness/tokens/build.ts')
}
