import { expect, test } from 'vitest'
import { createTester, createTestWorld, type TestWorld, walletWithMoney } from '../testing/test-world.ts'

const QUESTIONS = [
  'head',
  'readWallets',
  'readGas',
  'fees',
  'nonce',
  'pendingNonce',
  'estimate',
  'readForPayment',
] as const

/** What is asked of the chain until something is sent. */
function listen({ chain }: TestWorld): { before: string[] } {
  const heard = { before: [] as string[] }
  let isSent = false
  let within = false
  for (const name of QUESTIONS) {
    const ask = chain[name] as (...input: unknown[]) => Promise<unknown>
    const listening = async (...input: unknown[]) => {
      if (!isSent && !within) heard.before.push(name)
      const isWhole = name === 'readForPayment'
      if (isWhole) within = true
      try {
        return await ask.apply(chain, input)
      } finally {
        if (isWhole) within = false
      }
    }
    Object.assign(chain, { [name]: listening })
  }
  const { broadcast } = chain
  chain.broadcast = (raw) => {
    isSent = true
    return broadcast(raw)
  }
  return heard
}

const verbs = ['fund', 'mint', 'transfer of STABLE', 'transfer of cSTABLE', 'redeem'] as const

test.each(verbs)('%s asks the chain once before it is signed, where inputs cost nothing', async (verb) => {
  const world = await createTestWorld()
  Object.assign(world.chain.confidential, { isCostly: false })
  const tester = await createTester(world)
  const { api } = tester
  const { id: walletId } = await walletWithMoney(tester)
  await api.fund({ walletId, amount: '50' })
  const to = { to: `0x${'1'.repeat(40)}` as const, amount: '1', walletId }
  const heard = listen(world)
  switch (verb) {
    case 'fund':
      await api.fund({ walletId, amount: '1' })
      break
    case 'mint':
      await api.mint({ walletId, amount: '1' })
      break
    case 'redeem':
      await api.redeem({ walletId, amount: '1' })
      break
    default:
      await api.transfer({ ...to, token: verb.slice('transfer of '.length) })
  }
  expect(heard.before).toEqual(['readForPayment'])
})

test('a payment that waits for the chain keeps no other of its sender waiting', async () => {
  const world = await createTestWorld()
  const tester = await createTester(world)
  const wallets = [
    await tester.api.createWallet({ type: 'custodial' }),
    await tester.api.createWallet({ type: 'custodial' }),
  ]
  const fund = (index: number) => tester.api.fund({ walletId: wallets[index]?.wallet.id ?? '', amount: '1' })
  const { readForPayment } = world.chain
  const answer = Promise.withResolvers<void>()
  world.chain.readForPayment = async (question) => {
    world.chain.readForPayment = readForPayment
    await answer.promise
    return readForPayment.call(world.chain, question)
  }
  const first = fund(0)
  expect((await fund(1)).transaction.status).toBe('SETTLED')
  answer.resolve()
  expect((await first).transaction.status).toBe('SETTLED')
})

/** The amount is opened by the KMS alone, as that of a transfer by a stranger is where its lineage is not shown. */
test('a balance that takes long to decrypt keeps no payment waiting but that of its wallet', async () => {
  const world = await createTestWorld({ SOTTO_AMOUNTS: 'decrypted' })
  Object.assign(world.chain.confidential, { isCostly: false })
  const tester = await createTester(world)
  const { id: walletId } = await walletWithMoney(tester)
  const other = (await tester.api.createWallet({ type: 'custodial' })).wallet
  const { decrypt } = world.chain.confidential
  const [asked, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  world.chain.confidential.decrypt = async (signer, handles) => {
    asked.resolve()
    await opened.promise
    return decrypt(signer, handles)
  }
  const redeem = tester.api.redeem({ walletId, amount: '1' })
  await asked.promise
  let isFunded = false
  const fund = tester.api.fund({ walletId: other.id, amount: '1' }).then(() => {
    isFunded = true
  })
  await expect.poll(() => isFunded, { timeout: 5_000 }).toBe(true)
  opened.resolve()
  await fund
  expect((await redeem).transaction.status).toBe('SETTLING')
})

test('what was mined and not looked at yet is not taken from the balance twice', async () => {
  const world = await createTestWorld()
  const tester = await createTester(world)
  const { id: walletId } = await walletWithMoney(tester)
  await tester.api.fund({ walletId, amount: '100' })
  const stable = Number((await tester.api.getWallet({ id: walletId })).balances.normal.amount)
  const pay = (amount: number) =>
    tester.api.transfer({ walletId, to: `0x${'1'.repeat(40)}`, amount: String(amount), token: 'STABLE' })
  world.chain.faults.lie = () => undefined
  expect((await pay(stable - 10)).transaction.status).toBe('PENDING')
  await pay(10)
  world.chain.faults.lie = (_, truth) => truth
  await expect(pay(1)).rejects.toMatchObject({ code: 'validation_error' })
})
