import { encodeFunctionData, parseAbi } from 'viem'
import type { Address } from '#shared/model/ids.ts'
import { cstableAbi, padsAbi } from '../../../contracts/abis.ts'
import { padsAddress } from '../../../contracts/pads.ts'
import { fhevm } from '../../../fhe/host.ts'
import { FheType } from '../../../fhe/types.ts'
import type { PadsContract } from '../../pads.ts'
import { estimate } from '../reverts.ts'
import { ask, type Client } from '../rpc/client.ts'
import { walletKeys } from '../wallet-keys.ts'

const executorAbi = parseAbi([
  'function verifyInput(bytes32 inputHandle, address userAddress, bytes inputProof, uint8 inputType) returns (bytes32)',
])

/** The contract of pads of a confidential token, where its code and that token say that it is. */
export function createPads(client: Client, cstable: Address, encrypt: PadsContract['encrypt']): PadsContract {
  const found = padsAddress(cstable)
  const address = walletKeys.checksum(found) ?? found
  let isThere = false

  const mayMove = (wallet: Address) =>
    ask('the operator of a wallet', () =>
      client.readContract({ address: cstable, abi: cstableAbi, functionName: 'isOperator', args: [wallet, address] }),
    )
  return {
    address,
    async isThere() {
      isThere ||= (await ask('the contract of pads', () => client.getCode({ address }))) !== undefined
      return isThere
    },
    mayMove,
    async stateOf(wallet, pad) {
      const used = { address, abi: padsAbi, functionName: 'isUsed', args: [wallet, pad.handle] } as const
      const args = [pad.handle, wallet, pad.proof, FheType.uint64] as const
      const data = encodeFunctionData({ abi: executorAbi, functionName: 'verifyInput', args })
      const [isAllowed, isUsed, verified] = await Promise.all([
        mayMove(wallet),
        ask('the mark of a pad', () => client.readContract(used)),
        // The contract asks the executor the same; the number comes after that.
        estimate(client, address, { to: fhevm.executor, data, value: 0n }),
      ])
      if (!isAllowed) return 'no right'
      return isUsed || verified.is === 'reverts' ? 'void' : 'ready'
    },
    encrypt,
  }
}
