import { type Abi, type AbiItem, toEventSelector, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { cstableAbi, faucetAbi, multicall3Abi, padsAbi, stableAbi } from './abis.ts'
import { artifact, type ContractName } from './artifacts.ts'
import { errorsAbi, errorsElsewhereAbi } from './errors.ts'

/** Kind, selector, mutability and outputs: what two entries must share to mean the same. */
function meaning(item: AbiItem): string {
  if (item.type === 'function') {
    const outputs = item.outputs.map(({ type }) => type).join(',')
    return `function ${toFunctionSelector(item)} ${item.stateMutability} (${outputs})`
  }
  if (item.type === 'event') {
    const indexed = item.inputs.map((input) => (input.indexed ? 'i' : '-')).join('')
    return `event ${toEventSelector(item)} ${indexed}`
  }
  if (item.type === 'error')
    return `error ${toFunctionSelector({ ...item, type: 'function', stateMutability: 'view', outputs: [] })}`
  return item.type
}

const all: ContractName[] = [
  'Stable',
  'CStable',
  'Faucet',
  'Pads',
  'ERC1967Proxy',
  'ACL',
  'FHEVMExecutor',
  'InputVerifier',
  'KMSVerifier',
  'HCULimit',
  'PauserSet',
]
const errorsIn = (abi: Abi) => abi.filter(({ type }) => type === 'error').map(meaning)

test.each([
  ['Stable', stableAbi, artifact('Stable').abi],
  ['CStable', cstableAbi, artifact('CStable').abi],
  ['Faucet', faucetAbi, artifact('Faucet').abi],
  ['Pads', padsAbi, artifact('Pads').abi],
] as [string, Abi, Abi][])('every entry of the hand-picked ABI is in %s', (_, picked, compiled) => {
  const known = new Set(compiled.map(meaning))
  expect(picked.filter((item) => !known.has(meaning(item)))).toEqual([])
})

test('every error of every contract has its name, and no other is claimed to be one', () => {
  const compiled = new Set(all.flatMap((name) => errorsIn(artifact(name).abi)))
  expect(new Set(errorsIn(errorsAbi))).toEqual(compiled)
  expect(errorsIn(errorsElsewhereAbi).filter((error) => compiled.has(error))).toEqual([])
})

test.each<ContractName>(['BlockBoundExecutor', 'OriginBoundExecutor', 'BlockHCULimit'])(
  'every error of %s has its name, as those of newer contracts elsewhere',
  (name) => {
    const named = new Set([...errorsIn(errorsAbi), ...errorsIn(errorsElsewhereAbi)])
    expect(errorsIn(artifact(name).abi).filter((error) => !named.has(error))).toEqual([])
  },
)

describe('Multicall3', () => {
  test.each(multicall3Abi.map((item) => [item.name, toFunctionSelector(item)]))('%s is in its code', (_, selector) => {
    expect(artifact('Multicall3').deployedBytecode).toContain(selector.slice(2))
  })
})
