import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Abi, Hex } from 'viem'
import { operator } from '../../../gateway/testnet/test-kit.ts'
import type { Testnet } from '../testnet.ts'
import { compiled } from './compiled.ts'
import { deploy } from './deploy.ts'

export type Issued = { stable: Hex; cstable: Hex; registry: Hex; abi: Abi; dollarAbi: Abi }

/** Who may read every amount. */
export const OBSERVER = '0x00000000000000000000000000000000000000ab'

/** A pair of another issuer, and the registry that has it. `over`: the public token, where it is to be another. */
export async function deployIssuedTokens(testnet: Testnet, over?: Hex): Promise<Issued> {
  const stable = await deploy(testnet, 'PublicDollar', [])
  const cstable = await deploy(testnet, 'IssuedDollar', [over ?? stable, stable, operator.address, OBSERVER])
  const registry = await deploy(testnet, 'Registry', [stable, cstable])
  return { stable, cstable, registry, abi: compiled('IssuedDollar').abi, dollarAbi: compiled('PublicDollar').abi }
}

type State = { accounts: Record<string, { storage: Record<string, string>; code: string }> }

/**
 * Moves contracts of a test-net that has ended to other addresses, as if they had always been there: in the state that the
 * next start loads, each under its new address, and that instead of the old one wherever a contract among them has it.
 */
export function moveContracts(folder: string, moves: ReadonlyMap<Hex, Hex>): void {
  const dataDir = join(folder, 'testnet')
  const { generation } = JSON.parse(readFileSync(join(dataDir, 'snapshot.json'), 'utf8')) as { generation: number }
  const file = join(dataDir, `state-${generation}.json.gz`)
  const state = JSON.parse(gunzipSync(readFileSync(file)).toString()) as State
  const bare = (address: Hex) => address.slice(2).toLowerCase()
  for (const [from, to] of moves) {
    const account = state.accounts[from.toLowerCase()]
    if (account === undefined) throw new Error(`${from} is not in ${file}`)
    let text = JSON.stringify(account)
    for (const [old, now] of moves) text = text.replaceAll(bare(old), bare(now))
    delete state.accounts[from.toLowerCase()]
    state.accounts[to.toLowerCase()] = JSON.parse(text)
  }
  writeFileSync(file, gzipSync(JSON.stringify(state)))
}
