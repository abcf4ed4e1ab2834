import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { ask, now, settle, setUpEach, stranger, world } from './requests-fixture.ts'

// Where blocks come without transactions too.
setUpEach({ SOTTO_NETWORK: 'sepolia', SOTTO_SPONSOR_GAS: 'on', SOTTO_CONFIRMATIONS: '1' })

const soon = () => new Date(world.clock.now() + 60_000).toISOString()

/** As many blocks as come in ten minutes. */
async function tenMinutes(): Promise<void> {
  world.clock.pass(600_000)
  for (let mined = 0; mined < 50; mined++) world.chain.ledger.mineEmpty()
}

test.each([0, 5])(
  'a request that was paid in time does not lapse while its node stands still, %i blocks on',
  async (blocks) => {
    const { ledger } = world.chain
    // At the time of the newest block that the node shows, or after it.
    const end = ledger.timeOf(ledger.block + 5) * 1_000
    const request = await ask({ expiresAt: new Date(end).toISOString() })
    for (let mined = 0; mined < blocks; mined++) ledger.mineEmpty()
    await settle()
    const { head, block } = world.chain
    const last = await world.chain.head()
    world.chain.head = async () => last
    world.chain.block = async (number, options) =>
      number > last.number ? undefined : block.call(world.chain, number, options)
    stranger.payHidden(request.address as Address, 5_000_000n)
    await tenMinutes()
    await settle()
    expect(await now(request)).toMatchObject({ status: 'OPEN' })
    Object.assign(world.chain, { head, block })
    await settle()
    expect(await now(request)).toMatchObject({ status: 'PAID', late: false })
  },
)

test('a request that nothing paid lapses once blocks from after its end were looked through', async () => {
  const request = await ask({ expiresAt: soon() })
  await tenMinutes()
  await settle()
  expect(await now(request)).toMatchObject({ status: 'EXPIRED' })
})
