import {
  type Address,
  concat,
  decodeFunctionResult,
  encodeFunctionData,
  getCreate2Address,
  type Hex,
  keccak256,
  parseAbi,
  stringToHex,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import type { Chain } from './chain/chain.ts'
import { creationCode } from './chain/genesis.ts'
import { type Paths, readIfThere, writeDurably } from './files.ts'
import type { Submitter } from './front/submitter.ts'
import type { Secrets } from './secrets.ts'
import { CHAIN_ID, wellKnown } from './sepolia.ts'

export type Contracts = { stable: Address; cstable: Address; faucet: Address }

const contractsFile = z.object({ stable: z.string(), cstable: z.string(), faucet: z.string() }).partial()
const faucetAbi = parseAbi([
  'function stable() view returns (address)',
  'function isOperator(address) view returns (bool)',
  'function setOperator(address operator, bool allowed)',
])

const GENESIS_WEI = 10n ** 24n
const LOW_WEI = GENESIS_WEI / 10n

/**
 * Whatever this version expects on the chain and an older one may have left out: contracts, the operator's ETH and its
 * right to use the faucet. Every step goes through the journal, and asks first whether it is needed, so that a start that
 * was cut short is completed by the next.
 */
export async function setUp(chain: Chain, submit: Submitter, secrets: Secrets, paths: Paths, operator: Address) {
  const owner = privateKeyToAccount(secrets.ownerKey)
  const read = (to: Address, data: Hex) => chain.call<Hex>('eth_call', [{ to, data }, 'latest'])

  async function send(to: Address, data: Hex): Promise<void> {
    const nonce = Number(await chain.call<Hex>('eth_getTransactionCount', [owner.address, 'latest']))
    const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
    const call = { type: 'eip1559', chainId: CHAIN_ID, nonce, to, data, gas: 10_000_000n, ...fees } as const
    const hash = await submit(await owner.signTransaction(call))
    if (!chain.state.automine) await chain.commit((at) => ({ is: 'mine', blocks: 1, at }))
    const receipt = await chain.call<{ status: Hex } | null>('eth_getTransactionReceipt', [hash])
    if (receipt?.status !== '0x1') throw new Error(`setting up the test-net failed in transaction ${hash}`)
  }

  /** Same name and code, same address (EIP-1014): a deployment that was not recorded is found again. */
  async function deployed(name: 'Faucet' | 'CStable', known: string | undefined, args: unknown[]): Promise<Address> {
    if (known !== undefined) return known as Address
    const [salt, bytecode] = [keccak256(stringToHex(`sotto ${name}`)), creationCode(name, args)]
    const address = getCreate2Address({ from: wellKnown.create2, salt, bytecode })
    const code = await chain.call<Hex>('eth_getCode', [address, 'latest'])
    if (code === '0x') await send(wellKnown.create2, concat([salt, bytecode]))
    return address
  }

  async function contracts(): Promise<Contracts> {
    const text = readIfThere(paths.contracts)
    const known = contractsFile.parse(text === undefined ? {} : JSON.parse(text))
    const faucet = await deployed('Faucet', known.faucet, [owner.address])
    const answer = await read(faucet, encodeFunctionData({ abi: faucetAbi, functionName: 'stable' }))
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
    if (BigInt(await read(faucet, asked)) === 1n) return
    await send(faucet, encodeFunctionData({ abi: faucetAbi, functionName: 'setOperator', args: [operator, true] }))
  }

  const all = await contracts()
  await admit(all.faucet)
  return all
}
