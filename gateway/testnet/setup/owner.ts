import { type Address, concat, getCreate2Address, type Hex, keccak256, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Chain } from '../chain/chain.ts'
import { createMutex } from '../chain/mutex.ts'
import type { Submitter } from '../front/submitter.ts'
import { CHAIN_ID, wellKnown } from '../sepolia.ts'

/** Owns the contracts of this test-net. What it sends is journaled, as anyone's transactions are. */
export type Owner = {
  address: Address
  /** Calls a contract at the newest block. */
  read(to: Address, data: Hex): Promise<Hex>
  /** Returns when the transaction is mined, with automine off too. Throws where it has failed. */
  send(to: Address, data: Hex): Promise<void>
  /** Same name and code, same address (EIP-1014): a deployment that was not recorded is found again. */
  deployed(name: string, bytecode: Hex): Promise<Address>
}

export function createOwner(chain: Pick<Chain, 'call' | 'commit' | 'state'>, submit: Submitter, key: Hex): Owner {
  const account = privateKeyToAccount(key)
  /** One nonce after the other. */
  const inTurn = createMutex()

  async function send(to: Address, data: Hex): Promise<void> {
    const nonce = Number(await chain.call<Hex>('eth_getTransactionCount', [account.address, 'latest']))
    const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
    const call = { type: 'eip1559', chainId: CHAIN_ID, nonce, to, data, gas: 10_000_000n, ...fees } as const
    const hash = await submit(await account.signTransaction(call))
    if (!chain.state.automine) await chain.commit((at) => ({ is: 'mine', blocks: 1, at }))
    const receipt = await chain.call<{ status: Hex } | null>('eth_getTransactionReceipt', [hash])
    if (receipt?.status !== '0x1') throw new Error(`setting up the test-net failed in transaction ${hash}`)
  }

  return {
    address: account.address,
    read: (to, data) => chain.call<Hex>('eth_call', [{ to, data }, 'latest']),
    send: (to, data) => inTurn(() => send(to, data)),
    async deployed(name, bytecode) {
      const salt = keccak256(stringToHex(`sotto ${name}`))
      const address = getCreate2Address({ from: wellKnown.create2, salt, bytecode })
      const code = await chain.call<Hex>('eth_getCode', [address, 'latest'])
      if (code === '0x') await inTurn(() => send(wellKnown.create2, concat([salt, bytecode])))
      return address
    },
  }
}
