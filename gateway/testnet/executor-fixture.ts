import { type Abi, concat, encodeFunctionData, getCreate2Address, type Hex, pad, type TransactionReceipt } from 'viem'
import { artifact } from '../contracts/artifacts.ts'
import type { Header, Planned } from '../fhe/handles.ts'
import { isBinary, type Operation, operationIn, scalarFlagsOf } from '../fhe/operation.ts'
import { typeOf } from '../fhe/types.ts'
import { host, wellKnown } from './sepolia.ts'
import { type Money, operator } from './test-kit.ts'

/** The newest, which has every function of the older ones. */
const { abi } = artifact('OriginBoundExecutor') as { abi: Abi }
const driver = artifact('ExecutorDriver')

/** What a transaction computed, in the order of its events, and where. */
export type Mined = { operations: Operation[]; header: Header; receipt: TransactionReceipt }

export type Driver = {
  /** Calls the executor in one transaction. Operands are handles that the driver has made, or `made(index)`. */
  compute(...planned: Planned[]): Promise<Mined>
}

/** The result of an earlier call of the same transaction, of that type: its handle is not known before. */
export function made(index: number, type: number): Hex {
  return `0x${'a1'.repeat(29)}${byte(index)}${byte(type)}00`
}

export async function deployDriver(money: Money): Promise<Driver> {
  const salt = pad('0x')
  const address = getCreate2Address({ from: wellKnown.create2, salt, bytecode: driver.bytecode })
  await money.send(operator, wellKnown.create2, concat([salt, driver.bytecode]))
  return {
    async compute(...planned) {
      const args = [planned.map((operation) => callOf(operation))]
      const receipt = await money.send(
        operator,
        address,
        encodeFunctionData({ abi: driver.abi, functionName: 'run', args }),
      )
      return minedIn(money, receipt)
    },
  }
}

export async function minedIn({ reader }: Money, receipt: TransactionReceipt): Promise<Mined> {
  const executed = receipt.logs.filter(({ address }) => address.toLowerCase() === host.executor.toLowerCase())
  const { parentHash, timestamp } = await reader.getBlock({ blockHash: receipt.blockHash })
  return {
    operations: executed.flatMap((log) => operationIn(log) ?? []),
    header: { parentHash, time: Number(timestamp) },
    receipt,
  }
}

/** The executor's function is named as its event, and has the operands in the same order. */
function callOf(planned: Planned): { data: Hex; holes: { offset: bigint; call: bigint }[] } {
  const functionName = planned.name.charAt(0).toLowerCase() + planned.name.slice(1)
  const data = encodeFunctionData({ abi, functionName, args: argumentsOf(planned as Operation) })
  return { data, holes: holesIn(data) }
}

function argumentsOf(operation: Operation): unknown[] {
  if (isBinary(operation) || operation.name === 'FheMulDiv') {
    const { name: _, scalar, ...operands } = operation
    return [...Object.values(operands), scalarFlagsOf(operation.name)[scalar ? 1 : 0]]
  }
  switch (operation.name) {
    case 'FheSum':
      return [operation.values, typeOf(operation.values[0] ?? made(0, 0))]
    case 'FheIsIn':
      return [operation.value, operation.values, typeOf(operation.value)]
    case 'FheRand':
      return [operation.randType]
    case 'FheRandBounded':
      return [operation.upperBound, operation.randType]
    default: {
      const { name: _, ...operands } = operation
      return Object.values(operands)
    }
  }
}

function holesIn(data: Hex): { offset: bigint; call: bigint }[] {
  const words = data.slice(10).match(/.{64}/g) ?? []
  return words.flatMap((word, index) =>
    word.startsWith('a1'.repeat(29))
      ? [{ offset: BigInt(4 + 32 * index), call: BigInt(`0x${word.slice(58, 60)}`) }]
      : [],
  )
}

const byte = (value: number) => value.toString(16).padStart(2, '0')
