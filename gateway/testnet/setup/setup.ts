import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import * as z from 'zod/mini'
import { PADS, padsCode } from '../../contracts/pads.ts'
import type { Chain } from '../chain/chain.ts'
import { creationCode } from '../chain/genesis.ts'
import { type Paths, readIfThere, writeDurably } from '../files.ts'
import type { Owner } from './owner.ts'
import { NEW_FOLDER, type Protocol, upgrade } from './protocol.ts'

export type Contracts = { stable: Address; cstable: Address; faucet: Address }

const contractsFile = z.partial(z.object({ stable: z.string(), cstable: z.string(), faucet: z.string() }))
const faucetAbi = parseAbi([
  'function stable() view returns (address)',
  'function isOperator(address) view returns (bool)',
  'function setOperator(address operator, bool allowed)',
])

const GENESIS_WEI = 10n ** 24n
const LOW_WEI = GENESIS_WEI / 10n

export type SetUpOptions = {
  /** May use the faucet. */
  operator: Address
  /** Without one, a new folder gets the newest that Sepolia runs, and an older folder keeps its own. */
  protocol?: Protocol | undefined
}

/**
 * Whatever this version expects on the chain and an older one may have left out: protocol, contracts, the operator's ETH
 * and its right to use the faucet. Every step goes through the journal, and asks first whether it is needed, so that a
 * start that was cut short is completed by the next.
 */
export async function setUp(
  chain: Chain,
  owner: Owner,
  paths: Paths,
  { operator, protocol }: SetUpOptions,
): Promise<Contracts> {
  async function deployed(name: 'Faucet' | 'CStable', known: string | undefined, args: unknown[]): Promise<Address> {
    return known === undefined ? owner.deployed(name, creationCode(name, args)) : (known as Address)
  }

  async function contracts(text: string | undefined): Promise<Contracts> {
    const known = contractsFile.parse(text === undefined ? {} : JSON.parse(text))
    const faucet = await deployed('Faucet', known.faucet, [owner.address])
    const answer = await owner.read(faucet, encodeFunctionData({ abi: faucetAbi, functionName: 'stable' }))
    const stable = decodeFunctionResult({ abi: faucetAbi, functionName: 'stable', data: answer })
    const cstable = await deployed('CStable', known.cstable, [stable])
    const all: Contracts = { stable, cstable, faucet }
    if (JSON.stringify(all) !== text) writeDurably(paths.contracts, JSON.stringify(all))
    return all
  }

  async function admit(faucet: Address): Promise<void> {
    const balance = BigInt(await chain.call<Hex>('eth_getBalance', [operator, 'latest']))
    if (balance < LOW_WEI) await chain.commit(() => ({ is: 'balance', address: operator, wei: toHex(GENESIS_WEI) }))
    const asked = encodeFunctionData({ abi: faucetAbi, functionName: 'isOperator', args: [operator] })
    if (BigInt(await owner.read(faucet, asked)) === 1n) return
    await owner.send(
      faucet,
      encodeFunctionData({ abi: faucetAbi, functionName: 'setOperator', args: [operator, true] }),
    )
  }

  // The file is the last thing that a first start writes.
  const text = readIfThere(paths.contracts)
  const wanted = protocol ?? (text === undefined ? NEW_FOLDER : undefined)
  if (wanted !== undefined) await upgrade(owner, wanted)
  const all = await contracts(text)
  await admit(all.faucet)
  // Its address follows from its code and its token, and so needs no announcement.
  await owner.deployed(PADS, padsCode(all.cstable))
  return all
}
