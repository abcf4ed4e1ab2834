import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { findAccountByEmail } from '../accounts/store.ts'
import { readConfig } from '../config/config.ts'
import { verify } from '../webhooks/receiver/receive.ts'
import { newSecret } from '../webhooks/signature.ts'
import { insertWebhook } from '../webhooks/store.ts'
import { openStore, type Store } from './open-store.ts'
import { administer, EMAIL, env, sotto, withKey } from './server-admin-fixture.ts'

administer()

async function inStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(readConfig(env()))
  return work(store).finally(() => store.db.destroy())
}

/** A webhook of the account, and a receiver that answers so. */
async function withReceiver(status: number) {
  await withKey()
  const messages: { body: string; headers: NodeJS.Dict<string | string[]> }[] = []
  const server = createServer(async (request, answer) => {
    messages.push({ body: Buffer.concat(await request.toArray()).toString(), headers: request.headers })
    answer.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const secret = newSecret()
  await inStore(async ({ db, keys }) => {
    const account = await findAccountByEmail(db, keys, EMAIL)
    await insertWebhook(db, keys, {
      ...{ id: 'w1', accountId: account?.id ?? '', url, events: ['request.paid'], walletIds: null },
      ...{
        description: null,
        includeAmounts: false,
        secrets: [{ secret, until: null }],
        status: 'active',
        position: 0,
      },
      ...{ waiting: 0, failures: 0, failingSince: null, nextAt: null, leasedUntil: null, createdAt: 1 },
    })
  })
  return { url, secret, messages, close: () => server.close() }
}

test('lists the webhooks of an account, sends a test, and lists what was delivered', async () => {
  const receiver = await withReceiver(204)
  try {
    const { out } = await sotto(`webhook list --email ${EMAIL}`)
    expect(out).toBe(`w1  ${receiver.url}  active  no event waiting  request.paid  all wallets\n`)
    expect(out).not.toContain('whsec_')
    const json = (await sotto(`webhook list --email ${EMAIL} --json`)).out
    expect(JSON.parse(json)).toMatchObject({ id: 'w1', url: receiver.url, status: 'active', waiting: 0 })
    expect(json).not.toContain('whsec_')
    const all = [await sotto('webhook list'), await sotto('webhook list --json')] as const
    expect(all[0].out).toBe(out.replace('w1', `w1  ${EMAIL}`))
    expect(JSON.parse(all[1].out)).toEqual({ email: EMAIL, ...JSON.parse(json) })

    expect((await sotto('webhook deliveries w1')).out).toBe('Nothing was delivered.\n')
    const sent = await sotto('webhook test w1')
    expect(sent).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ {2}webhook\.test {2}w1 {2}delivered {2}answered 204 {2}in \d+ ms {2}1 try\n$/),
    })
    const [message] = receiver.messages
    const { event } = verify(message?.body ?? '', message?.headers ?? {}, receiver.secret)
    expect(event).toMatchObject({ type: 'webhook.test', data: { id: 'w1' } })

    expect((await sotto('webhook deliveries w1')).out).toBe(sent.out)
    const again = (await sotto('webhook test w1 --json')).out
    expect((await sotto('webhook deliveries w1 --count 1 --state delivered --json')).out).toBe(again)
    expect(JSON.parse(again)).toMatchObject({ type: 'webhook.test', state: 'delivered', answer: 204 })
  } finally {
    receiver.close()
  }
})

test('a test that is not taken ends with 1', async () => {
  const receiver = await withReceiver(500)
  try {
    expect(await sotto('webhook test w1')).toMatchObject({
      code: 1,
      out: expect.stringContaining('failed  answered 500'),
    })
  } finally {
    receiver.close()
  }
  expect(await sotto('webhook test w1')).toMatchObject({ code: 1, out: expect.stringContaining('failed  unreachable') })
})

test('names one whose row somebody has altered, and sends it nothing', async () => {
  const receiver = await withReceiver(204)
  try {
    await inStore(({ db }) =>
      db
        .updateTable('webhooks')
        .set({ content: 'v1.AAAA' as never })
        .execute(),
    )
    const { out } = await sotto(`webhook list --email ${EMAIL}`)
    expect(out).toBe('w1  somebody has altered its row in the database: nothing is sent to it\n')
    expect(JSON.parse((await sotto(`webhook list --email ${EMAIL} --json`)).out)).toEqual({ id: 'w1', altered: true })
    await expect(sotto('webhook test w1')).rejects.toThrow('altered the database')
    expect(receiver.messages).toEqual([])
  } finally {
    receiver.close()
  }
})

test.each([
  ['webhook list --email nobody@example.org', 'There is no account nobody@example.org.'],
  ['webhook test none', 'There is no webhook none.'],
  ['webhook deliveries none', 'There is no webhook none.'],
  ['webhook deliveries none --state lost', '"lost" is no state: write one of waiting, delivered, failed.'],
  ['webhook deliveries none --count 0', '"0" is no count: write a number from 1 to 100.'],
])('%s says what is wrong', async (line, says) => {
  await withKey()
  await expect(sotto(line)).rejects.toThrow(says)
})

test('where there is no webhook it says so', async () => {
  await withKey()
  expect((await sotto('webhook list')).out).toBe('There is no webhook.\n')
  expect((await sotto(`webhook list --email ${EMAIL}`)).out).toBe(`${EMAIL} has no webhook.\n`)
  expect((await sotto(`webhook list --email ${EMAIL} --json`)).out).toBe('')
})
