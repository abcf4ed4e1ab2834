import { encodeFunctionData } from 'viem'
import { formatUnits } from '#shared/model/money.ts'
import { cstableAbi, stableAbi } from '../../../gateway/contracts/abis.ts'
import { rpc } from '../rpc.ts'
import type { Stage } from '../stage.ts'
import { SOMEBODY_ELSE } from '../traffic/intent.ts'
import type { Entry } from './books.ts'
import type { Problem } from './check.ts'
import type { Decryptor } from './decrypt.ts'

type Hex = `0x${string}`
export type Purse = { stable: bigint; cstable: bigint }

/**
 * Wallet by wallet: the balances on chain are what the settled payments add up to, each counted once, and nothing else.
 * Knows neither legs nor hashes, so it finds what a payment-by-payment look could miss.
 */
export async function checkBalances(stage: Stage, decryptor: Decryptor, books: Entry[]): Promise<Problem[]> {
  const expected = addUp(books, stage)
  const problems: Problem[] = []
  const addresses = [...decryptor.holders.values()].map(({ address }) => address)
  for (const address of [...addresses, SOMEBODY_ELSE] as Hex[]) {
    const want = expected.get(address.toLowerCase()) ?? { stable: 0n, cstable: 0n }
    const has = await purseOf(stage, decryptor, address)
    // What somebody else holds confidentially nobody here can read.
    for (const token of address === SOMEBODY_ELSE ? (['stable'] as const) : (['stable', 'cstable'] as const)) {
      const off = has[token] - want[token]
      if (off === 0n) continue
      // A wallet with too little was charged more than its payments say; one with too much was paid more.
      const text = `${address} has ${formatUnits(has[token])} ${token}, its payments make ${formatUnits(want[token])}`
      problems.push({ kind: off > 0n ? 'doubled' : 'lost', text })
    }
  }
  return problems
}

function addUp(books: Entry[], { mode, operator, operatorStable }: Stage): Map<string, Purse> {
  const purses = new Map<string, Purse>()
  const purse = (address: string) => {
    const known = purses.get(address.toLowerCase()) ?? { stable: 0n, cstable: 0n }
    purses.set(address.toLowerCase(), known)
    return known
  }
  purse(operator.address).stable = operatorStable
  for (const { type, status, confidential, units, from, toAddress: to } of books) {
    if (status !== 'SETTLED') continue
    const kind = confidential === 1 ? 'cstable' : 'stable'
    if (type === 'FUND') purse(from).stable += units
    if (type === 'MINT' || type === 'REDEEM') {
      purse(from).stable += type === 'REDEEM' ? units : -units
      purse(from).cstable += type === 'REDEEM' ? -units : units
    }
    if (type === 'REDEEM' && mode === 'float') {
      purse(operator.address).stable -= units
      purse(operator.address).cstable += units
    }
    if (type === 'TRANSFER' && to !== null) {
      purse(from)[kind] -= units
      purse(to)[kind] += units
    }
  }
  return purses
}

/** What an address holds on chain; confidentially where its key is here. */
export async function purseOf(stage: Stage, decryptor: Decryptor, address: Hex): Promise<Purse> {
  const { rpcUrl, stable, cstable } = stage.info
  const balance = encodeFunctionData({ abi: stableAbi, functionName: 'balanceOf', args: [address] })
  const handle = encodeFunctionData({ abi: cstableAbi, functionName: 'confidentialBalanceOf', args: [address] })
  const [open, hidden] = await Promise.all([
    rpc<Hex>(rpcUrl, 'eth_call', { to: stable, data: balance }, 'latest'),
    rpc<Hex>(rpcUrl, 'eth_call', { to: cstable, data: handle }, 'latest'),
  ])
  const known = decryptor.holders.has(address.toLowerCase()) ? await decryptor.read(address, [hidden]) : undefined
  return { stable: BigInt(open), cstable: known?.get(hidden) ?? 0n }
}
