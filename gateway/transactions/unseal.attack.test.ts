import { expect, test } from 'vitest'
import { createTester, createTestWorld, walletWithMoney } from '../testing/test-world.ts'

test('the key of a wallet is not unsealed while its payment queues, encrypts, or is refused', async () => {
  const world = await createTestWorld({ SOTTO_RECEIPT_WAIT_MS: '1000' })
  const tester = await createTester(world)
  const wallet = await walletWithMoney(tester)
  await tester.api.getBalances({})
  const seen: string[] = []
  const { open } = world.keys
  world.keys.open = (place, sealed) => {
    if (place.table === 'wallets') seen.push('unsealed')
    return open.call(world.keys, place, sealed)
  }
  const { encrypt } = world.chain.confidential
  world.chain.confidential.encrypt = (...call) => {
    seen.push('encrypts')
    return encrypt(...call)
  }
  const to = `0x${'1'.repeat(40)}`
  await tester.api.transfer({ walletId: wallet.id, amount: '1', to })
  expect(seen.slice(0, 2)).toEqual(['encrypts', 'unsealed'])

  seen.length = 0
  await tester.api.transfer({ walletId: wallet.id, amount: '40.5', token: 'STABLE', to }).catch(() => undefined)
  expect(seen).toEqual([])
})
