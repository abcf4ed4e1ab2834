import { RelayerNode, SepoliaConfig } from '@zama-fhe/sdk/node'
import { BaseError, decodeErrorResult, encodeFunctionData, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { cstableAbi, padsAbi } from '../contracts/abis.ts'
import { errorsAbi } from '../contracts/errors.ts'
import { padsAddress } from '../contracts/pads.ts'
import { fastInput } from './fast-input.ts'
import { eventsOf, type Money, signPermit } from './test-kit.ts'
import type { TestnetInfo } from './types.ts'

const FOR_EVER = 2 ** 40

export type Pad = { handle: Hex; inputProof: Hex }

/** The contract of pads as bare transactions, and the amounts that it moved. */
export function padsOn(money: Money, info: TestnetInfo) {
  const address = padsAddress(info.cstable)
  const polling = { ...SepoliaConfig, relayerUrl: info.relayerUrl, network: info.rpcUrl }
  const client = new RelayerNode({
    getChainId: async () => 11155111,
    poolSize: 1,
    transports: { 11155111: polling },
  })
  const transferData = (to: Hex, { handle, inputProof }: Pad, delta: bigint) =>
    encodeFunctionData({ abi: padsAbi, functionName: 'transfer', args: [to, handle, inputProof, delta] })
  const redeemData = (units: bigint) => encodeFunctionData({ abi: padsAbi, functionName: 'redeem', args: [units] })

  return {
    address,
    transferData,
    redeemData,
    stop: () => client.terminate(),
    pad: (user: Hex, value: bigint, contract: Hex = address) => fastInput(info, { contract, user, value }),
    allow: (wallet: PrivateKeyAccount, until = FOR_EVER) =>
      money.send(
        wallet,
        info.cstable,
        encodeFunctionData({ abi: cstableAbi, functionName: 'setOperator', args: [address, until] }),
      ),
    /** Handle of what moved. */
    async transfer(wallet: PrivateKeyAccount, to: Hex, pad: Pad, delta: bigint): Promise<Hex> {
      const receipt = await money.send(wallet, address, transferData(to, pad, delta))
      const moved = eventsOf(cstableAbi, receipt).find(({ eventName }) => eventName === 'ConfidentialTransfer')
      return moved?.args.amount as Hex
    },
    isUsed: (wallet: Hex, { handle }: Pad) =>
      money.reader.readContract({ address, abi: padsAbi, functionName: 'isUsed', args: [wallet, handle] }),
    /** Name of the error with which a call would revert; undefined where it would not. */
    refusal: (account: Hex, data: Hex) =>
      money.reader.call({ account, to: address, data }).then(() => undefined, errorNameOf),
    async amounts(reader: PrivateKeyAccount, handles: Hex[]): Promise<bigint[]> {
      const keys = await client.generateKeypair()
      const [start, days] = [Math.floor(Date.now() / 1000) - 5, 1]
      const permit = await client.createEIP712(keys.publicKey, [info.cstable], start, days)
      const values = await client.userDecrypt({
        handles,
        contractAddress: info.cstable,
        signedContractAddresses: [info.cstable],
        privateKey: keys.privateKey,
        publicKey: keys.publicKey,
        signature: await signPermit(reader, permit),
        signerAddress: reader.address,
        startTimestamp: start,
        durationDays: days,
      })
      return handles.map((handle) => values[handle] as bigint)
    },
  }
}

function errorNameOf(error: unknown): string {
  const cause = error instanceof BaseError ? error.walk((each) => typeof dataOf(each) === 'string') : error
  const data = dataOf(cause)
  if (data === undefined) throw error
  return decodeErrorResult({ abi: errorsAbi, data }).errorName
}

const dataOf = (error: unknown) => (error as { data?: Hex } | null)?.data
