import { type AbiItem, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { errorsAbi } from '../../contracts/errors.ts'
import { named } from './reverts.ts'

test('a pause is read as one, and as something that passes', () => {
  expect(named('0xd93c0665')).toEqual({
    name: 'EnforcedPause',
    transient: true,
    text: 'a contract that it needs is paused (EnforcedPause)',
  })
})

test.each(errorsAbi.filter(({ inputs }) => inputs.length === 0).map((item) => [item.name, item as AbiItem] as const))(
  '%s has its name',
  (name, item) => {
    const selector = toFunctionSelector({ ...item, type: 'function', stateMutability: 'view', outputs: [] } as never)
    expect(named(selector).name).toBe(name)
  },
)

test('what nobody knows shows no selector, and is not taken for final', () => {
  const revert = named('0xdeadbeef')
  expect(revert).toMatchObject({ name: 'Unknown', transient: true })
  expect(revert.text).not.toContain('0x')
})

test('what a contract says is shown without characters that move the cursor', () => {
  const said = Buffer.from('\u001b[2J\u202eok').toString('hex')
  const length = (said.length / 2).toString(16).padStart(64, '0')
  const data = `0x08c379a0${'20'.padStart(64, '0')}${length}${said.padEnd(64, '0')}` as const
  expect(named(data).text).toMatch(/^the contract says "[\x20-\x7e]+"$/)
})
