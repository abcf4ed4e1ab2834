import { beforeEach, expect } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { createOutsider, type Outsider } from '../../testing/outsider.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../../testing/test-world.ts'

// Set-up of the tests beside this. Its bindings are live: each test finds its own world in them.
export let world: TestWorld
export let bob: Tester
export let purse: { id: string; address: Address }
export let stranger: Outsider

export async function begin(settings = {}) {
  world = await createTestWorld({ SOTTO_LIMIT_READS: '100000', SOTTO_LIMIT_WRITES: '100000', ...settings })
  bob = await createTester(world)
  purse = await newWallet()
  stranger = createOutsider(world)
}

/** The set-up of each test of the file that calls it. */
export function setUpEach(): void {
  beforeEach(() => begin())
}

export async function newWallet({ api }: Tester = bob) {
  const { id, address } = (await api.createWallet({ type: 'custodial' })).wallet
  return { id, address: address as Address }
}

export const ledger = () => world.chain.ledger

export const received = async ({ api }: Tester = bob) => {
  const { items, total } = await api.listTransactions({ direction: 'in', pageSize: 100 })
  expect(total).toBe(items.length)
  return items
}

export const amounts = async (tester?: Tester) =>
  (await received(tester)).map(({ amount, token }) => `${amount} ${token}`).sort()

/** How often the chain is asked what, while something is done. */
export async function counting(work: () => Promise<unknown>) {
  const calls: Record<string, number> = {}
  const { chain } = world
  world.chain = new Proxy(chain, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        calls[String(name)] = (calls[String(name)] ?? 0) + 1
        return value.apply(target, args)
      }
    },
  })
  await work().finally(() => {
    world.chain = chain
  })
  return calls
}
