import { expect, test } from 'vitest'
import { noPowers } from '../fake/no-powers.ts'
import { ONE, type Stage } from './stage.ts'

/** Blocks, signed statements and addresses. */
export function blocksAndStatements(stage: () => Stage): void {
  test('a block is found at its height, with the hash that receipts name, and time goes on', async () => {
    const { chain, operator, bob, mined } = stage()
    const first = await mined(operator, chain.calls.fund(bob.address, ONE, 0n))
    const second = await mined(operator, chain.calls.fund(bob.address, ONE, 0n))
    const [earlier, later] = [await chain.block(first.block), await chain.block(second.block)]
    expect([earlier?.hash, later?.hash]).toEqual([first.blockHash, second.blockHash])
    expect(earlier?.time ?? 0).toBeGreaterThan(1_600_000_000)
    expect(later?.time ?? 0).toBeGreaterThanOrEqual(earlier?.time ?? 0)
    expect(await chain.block((await chain.head()).number + 1_000)).toBeUndefined()
  })

  test('a statement tells who signed it, and nothing else does', async () => {
    const { chain, alice } = stage()
    const data = {
      domain: { name: 'Suite', version: '1', chainId: chain.chainId },
      primaryType: 'Statement',
      fields: [{ name: 'text', type: 'string' } as const],
      message: { text: 'this' },
    }
    const signature = await chain.wallets.signTyped(alice, data)
    expect(signature).toMatch(/^0x[0-9a-f]{128}1[bc]$/)
    expect(await chain.wallets.recover(data, signature)).toBe(alice.address)
    const other = { ...data, message: { text: 'that' } }
    expect(await chain.wallets.recover(other, signature)).not.toBe(alice.address)
    expect(await chain.wallets.recover(data, `0x${'f'.repeat(128)}1b`)).toBeUndefined()
  })

  test('the executor says its version', async () => {
    expect(await stage().chain.executorVersion()).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('a token that gives no powers has none over it', async () => {
    expect(await stage().chain.tokenPowers()).toEqual(noPowers)
  })

  test('the hash of no transaction has no receipt', async () => {
    const { chain } = stage()
    expect(await chain.receipt(`0x${'1'.repeat(64)}`)).toBeUndefined()
  })

  test('an address is checksummed, or refused', () => {
    const { chain } = stage()
    const mixed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(chain.wallets.checksum(mixed.toLowerCase())).toBe(mixed)
    expect(chain.wallets.checksum(mixed)).toBe(mixed)
    expect(chain.wallets.checksum(mixed.replace('aA', 'Aa'))).toBeUndefined()
    expect(chain.wallets.checksum(mixed.toUpperCase().replace('X', 'x'))).toBeUndefined()
  })
}
