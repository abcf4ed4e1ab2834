import { expect, test } from 'vitest'
import { setDisabled } from '../accounts/store.ts'
import { createApiKey } from '../auth/credentials/api-keys.ts'
import { ORIGIN } from '../testing/call-into.ts'
import { createTester, createTestWorld, walletWithMoney } from '../testing/test-world.ts'
import { inSession } from '../testing/visitor.ts'

const to = `0x${'1'.repeat(40)}` as const

/** What ends a credential, and what its owner is told then. */
const ends = [
  ['revoked', 'invalid_api_key'],
  ['expired', 'invalid_api_key'],
  ['of a disabled account', 'account_disabled'],
] as const

test.each(ends)('a payment whose body arrives after its key is %s is not made', async (how, code) => {
  const world = await createTestWorld({ SOTTO_LIMIT_WRITES: '1000' })
  const tester = await createTester(world)
  const { id: walletId } = await walletWithMoney(tester)
  const expiresAt = how === 'expired' ? world.clock.now() + 1_000 : null
  const { id, secret } = await createApiKey(world, { accountId: tester.accountId, label: 'stolen', expiresAt })
  const [head, rest] = [`{"walletId":"${walletId}",`, `"amount":"1","to":"${to}"}`]
  let held: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      held = controller
      controller.enqueue(new TextEncoder().encode(head))
    },
  })
  const headers = { host: 'localhost:7984', authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const answer = Promise.resolve(
    tester.app.request(`${ORIGIN}/api/v1/transfer`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit),
  )
  await new Promise((resolve) => setTimeout(resolve, 50))

  if (how === 'revoked') {
    const person = await inSession(world, tester)
    expect((await person.tell('DELETE', `/api-keys/${id}`)).code).toBe('ok')
  }
  if (how === 'of a disabled account') await setDisabled(world.db, world.keys, tester.accountId, world.clock.now())
  world.clock.pass(30_000)
  held?.enqueue(new TextEncoder().encode(rest))
  held?.close()

  expect(((await (await answer).json()) as { error: { code: string } }).error.code).toBe(code)
  expect((await world.db.selectFrom('transactions').selectAll().where('toAddress', '=', to).execute()).length).toBe(0)
})
