import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from '#shared/client.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import { until } from '../extension/harness/until.ts'
import { run } from '../harness/command.ts'
import type { Order } from './order.ts'

const json = { 'content-type': 'application/json' }
const post = async (url: string, body: unknown) =>
  (await (await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) })).json()) as Order

describe('`npm run dapp`', () => {
  test('opens a shop that sells and pays back, and one Ctrl-C ends it with its gateway', async () => {
    const dapp = run('node', ['e2e/dapp/run.ts', '--port', '0'])
    onTestFinished(() => void dapp.process.kill())
    const [, shop = ''] = await dapp.says(/Shop {7}(\S+)/)
    const [, origin = '', apiKey = ''] = await dapp.says(/Gateway {2}(\S+)\s+API key {2}(\S+)/)
    const buyer = createClient({ origin, apiKey })
    const { wallet } = await buyer.createWallet({ type: 'custodial' })
    await buyer.fund({ walletId: wallet.id, amount: '30' })
    await buyer.mint({ walletId: wallet.id, amount: '30' })
    const { id, payment } = await post(`${shop}/api/orders`, { pieces: ['cup'] })
    const { subject } = await buyer.verifyNota({ nota: payment.request })
    await buyer.transfer({ walletId: wallet.id, requestId: 'id' in subject ? subject.id : '' })
    await until('the shop is told', async () => {
      const order = (await (await fetch(`${shop}/api/orders/${id}`)).json()) as Order
      return order.payment.state === 'paid'
    })
    const { nota } = await buyer.getWalletNota({ id: wallet.id })
    expect((await post(`${shop}/api/orders/${id}/refund`, { nota })).refund).toMatchObject({
      amount: '28',
      problem: null,
    })
    await until('the money', async () => {
      const { balances } = await buyer.getWallet({ id: wallet.id })
      return balances.confidential.amount === '30'
    })
    // npm passes on what the terminal has sent already.
    dapp.process.kill('SIGINT')
    dapp.process.kill('SIGINT')
    expect(await Promise.race([dapp.ended, sleep(240_000, 'still runs')]), dapp.stderr()).toBe(0)
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
    expect(dapp.stdout()).not.toContain('undefined')
  })

  const wrong = [
    [['--port', '0'], { SOTTO_URL: 'http://localhost:1', SOTTO_KEY: 'none' }, /does not answer/],
    [['--port', 'x'], {}, /is no port/],
    [[], { SOTTO_URL: 'http://localhost:1' }, /go together/],
  ] as const
  test.each(wrong.slice(0, isLong ? 3 : 1))('says what is wrong with %j %j', async (args, env, said) => {
    const dapp = run('node', ['e2e/dapp/run.ts', ...args], env)
    expect(await dapp.ended).toBe(1)
    expect(dapp.stderr()).toMatch(said)
  })
})
