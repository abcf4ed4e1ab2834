import { describe, expect, test } from 'vitest'
import { walletWithMoney } from '../testing/test-world.ts'
import { alice, balances, idAt, listen, numberIn, setUpEach, world } from './streams-fixture.ts'

setUpEach()

/** A standby takes over that lacks the last events, or a copy of the data is put back without `sotto restore`. */
async function loseAllAfter(sequence: number): Promise<void> {
  const { accountId } = alice
  await world.db.deleteFrom('outbox').where('accountId', '=', accountId).where('sequence', '>', sequence).execute()
  await world.db.updateTable('outboxHeads').set({ sequence }).where('accountId', '=', accountId).execute()
  world.clock.pass(1_000)
}

describe.each([
  ['fewer', 1],
  ['as many', 2],
  ['more', 5],
])('where the last two events were lost, and %s others have come since', (_, since) => {
  test('a client that had them begins now, and misses nothing from then on', async () => {
    const { id } = await walletWithMoney(alice)
    const had = [await idAt(5), await idAt(6)]
    await loseAllAfter(4)
    await balances(alice.accountId, id, since)
    for (const last of had) {
      const stream = listen(alice, last)
      expect(await stream.next()).toEqual({ id: await idAt(4 + since), event: 'ready', data: { resumed: false } })
      stream.stop()
    }
    const stream = listen(alice, had[1])
    const { id: now } = await stream.next()
    await balances(alice.accountId, id, 3)
    for (let count = 1; count <= 3; count++) expect(numberIn((await stream.next()).id)).toBe(4 + since + count)
    stream.stop()
    // Whatever comes later, what it had then leads nowhere; what it was told since does.
    expect((await listen(alice, had[1]).next()).data).toEqual({ resumed: false })
    expect((await listen(alice, now).next()).data).toEqual({ resumed: true })
  })

  test('a stream that was open ends, and does not go on behind what it missed', async () => {
    const { id } = await walletWithMoney(alice)
    const stream = listen(alice, await idAt(6))
    expect((await stream.next()).data).toEqual({ resumed: true })
    await loseAllAfter(4)
    await balances(alice.accountId, id, since)
    // One that stands at its old number sees it at the next event.
    if (since === 2) {
      const next = stream.next()
      await balances(alice.accountId, id, 1)
      await expect(next).rejects.toThrow('the stream ended')
    } else await expect(stream.next()).rejects.toThrow('the stream ended')
  })
})

test('what both have leads on', async () => {
  const { id } = await walletWithMoney(alice)
  const four = await idAt(4)
  await loseAllAfter(4)
  await balances(alice.accountId, id, 2)
  const stream = listen(alice, four)
  expect((await stream.next()).data).toEqual({ resumed: true })
  expect([numberIn((await stream.next()).id), numberIn((await stream.next()).id)]).toEqual([5, 6])
  stream.stop()
})
