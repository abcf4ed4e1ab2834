import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { createSigner, walletKeys } from '../chain/live/wallet-keys.ts'
import type { TypedData } from '../chain/wallet-keys.ts'
import { amountStatement, cardStatement } from '../notas/format/statements.ts'
import { addresses } from './ethereum.ts'

const signer = createSigner()
const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((b) => `0x${Buffer.from(b).toString('hex')}` as Hex)
const address = hex(20).map((each) => walletKeys.checksum(each) ?? '0x')

const statements: fc.Arbitrary<TypedData> = fc.oneof(
  fc
    .record({ address, chainId: fc.nat(), network: fc.string(), iat: fc.nat(), key: hex(32) })
    .map((card) => cardStatement({ ...card, key: Buffer.from(card.key.slice(2), 'hex').toString('base64url') })),
  fc
    .record({
      chainId: fc.nat(),
      cstable: address,
      txHash: hex(32),
      from: address,
      to: address,
      handle: hex(32),
      units: fc.bigInt(0n, 2n ** 64n - 1n),
    })
    .map(amountStatement),
)

test("the browser recovers the signer of every statement, as the gateway's library does", async () => {
  const property = fc.asyncProperty(statements, async (data) => {
    const signature = await walletKeys.signTyped(signer, data)
    expect(await addresses.recover(data, signature)).toBe(signer.address)
    expect(await walletKeys.recover(data, signature)).toBe(signer.address)
  })
  await fc.assert(property, { numRuns: 100 })
})

test('both agree on whose a signature of something else is', async () => {
  const property = fc.asyncProperty(statements, hex(64), fc.constantFrom('1b', '1c'), async (data, rs, v) => {
    const signature: Hex = `${rs}${v}`
    expect(await addresses.recover(data, signature)).toBe(await walletKeys.recover(data, signature))
  })
  await fc.assert(property, { numRuns: 100 })
})

test('both agree on every spelling of an address', () => {
  const spelled = fc
    .tuple(hex(20), fc.func(fc.boolean()))
    .map(([text, upper]) =>
      [...text].map((letter, at) => (at > 1 && upper(at) ? letter.toUpperCase() : letter)).join(''),
    )
  const property = fc.property(fc.oneof(spelled, address, fc.string()), (text) => {
    expect(addresses.checksum(text)).toBe(walletKeys.checksum(text))
  })
  fc.assert(property, { numRuns: 1_000 })
})
