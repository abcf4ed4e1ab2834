import { expect, test } from 'vitest'
import { createApiKey } from '../../auth/credentials/api-keys.ts'
import { createTester } from '../../testing/test-world.ts'
import { alice, setUpGateway, sotto, wallet, wire, world } from './verbs-fixture.ts'

setUpGateway()

/** The environment of a client whose key may pay, and not read. */
async function payer() {
  const { secret } = await createApiKey(world, { accountId: alice.accountId, label: 'payer', scopes: ['pay'] })
  return { SOTTO_API_KEY: secret }
}

test('a key that may not read is told so at once, and not to look by itself', async () => {
  const words = ['redeem', '1', '--wallet', wallet.id, '--wait', '6']
  const said = await sotto(words, await payer())
  expect(said).toMatchObject({ code: 4, out: expect.stringMatching(/^REDEEM 1 c?STABLE: /) })
  expect(said.told).toMatch(
    /\nsotto: This API key lacks the scope "read"\.\nsotto: it is under way\. This key may not read how it ends: one that may says it by "sotto tx \w+"\.\n$/,
  )
  expect(wire.asked.filter(({ path }) => path.startsWith('/transactions/'))).toHaveLength(1)
})

test('where such a key names no wallet, it is told which way it can', async () => {
  for (const words of [
    ['transfer', '1', '--to-wallet', wallet.id],
    ['redeem', '1', '--wallet', wallet.address],
  ])
    expect(await sotto(words, await payer())).toMatchObject({
      code: 1,
      told: expect.stringMatching(
        /^sotto: This API key lacks the scope "read", .*or name one with --wallet, by its ID\.\n$/,
      ),
    })
})

test('an account without a wallet is told how to make one', async () => {
  const env = { SOTTO_API_KEY: (await createTester(world)).apiKey }
  const told =
    'This account has no custodial wallet yet: make one in the browser wallet, or with POST /wallets {"type":"custodial"}.'
  for (const words of [['fund', '10'], ['balance']])
    expect(await sotto(words, env)).toEqual({ code: 1, out: '', told: `sotto: ${told}\n` })
})

test.each([
  [['tx', 'nope'], 'There is no payment nope. "sotto tx --direction all" lists the newest.'],
  [['balance', '--wallet', 'nope'], 'There is no wallet nope. "sotto balance" lists those of the account.'],
  [['pay', '--batch', 'nope'], 'There is no batch nope. "sotto pay FILE" names the one that it makes.'],
])('what is not there is named, with where to look: %j', async (words, told) => {
  expect(await sotto(words)).toEqual({ code: 1, out: '', told: `sotto: ${told}\n` })
})

test('a wait without a payment is refused', async () => {
  expect(await sotto(['tx', '--wait', '5'])).toEqual({
    code: 1,
    out: '',
    told: 'sotto: --wait follows one payment: name its ID. "sotto tx" lists the newest.\n',
  })
  expect(wire.asked).toEqual([])
})
