import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import type { Sent } from '../../chain/fake/ledger.ts'
import { repeated } from '../../testing/how-often.ts'
import { createOutsider } from '../../testing/outsider.ts'
import { createTester, createTestWorld, type TestWorld, walletWithMoney } from '../../testing/test-world.ts'
import { createLocks } from '../../world/locks.ts'
import { createMemory } from '../../world/memory.ts'
import { createSingleFlight } from '../../world/single-flight.ts'
import { transactionOf } from '../store.ts'
import { wrongTotals } from '../totals-store.ts'
import { learnAmounts } from './amounts.ts'
import { isIncome } from './income.ts'
import { scanStep } from './scan.ts'

class Killed extends Error {}

let kills = 0

/** A process that ends at its so-many-th question to the chain or step, as `kill -9` ends one: its memory is gone, too. */
function mortal(world: TestWorld, lifetime: number): { process: TestWorld; hasEnded: () => boolean } {
  let left = lifetime
  const live = () => {
    if (left-- <= 0) throw new Killed()
  }
  const chain = new Proxy(world.chain, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        live()
        return value.apply(target, args)
      }
    },
  })
  return { process: { ...world, chain, step: live, ...reborn() }, hasEnded: () => left < 0 }
}

const reborn = () => ({ memory: createMemory(), singleFlight: createSingleFlight(), locks: createLocks() })

async function scanUntil(world: TestWorld): Promise<void> {
  for (let steps = 0; steps < 100; steps++) if ((await scanStep(world)) === 'done') break
  await learnAmounts(world)
}

type Wallet = { id: string; address: Address; watched: boolean }

/** What the chain shows now, as the lists should. */
function truth({ chain }: TestWorld, wallets: readonly Wallet[]): string[] {
  const { ledger, operator } = chain
  const house = { ownContracts: chain.ownContracts, operator: operator.address }
  return [...ledger.mined.values()].flatMap(({ receipt }) => {
    const { hash, block, blockHash, publicMoves, confidentialMoves } = receipt
    const at = { hash, block, blockHash, logIndex: 0, position: 0 }
    const time = ledger.timeOf(block) * 1000
    return [...publicMoves, ...confidentialMoves].flatMap((move) => {
      const units = 'handle' in move ? ledger.clear.get(move.handle) : move.units
      if (!isIncome({ ...at, ...move }, house, { forRequest: false }) || units === 0n) return []
      return wallets
        .filter(({ address }) => address === move.to)
        .map(({ id, watched }) => {
          const [handle, amount] = 'handle' in move ? [move.handle, watched ? null : units] : [null, units]
          return [id, hash, amount, handle, block, blockHash, time].join(' ')
        })
    })
  })
}

async function listed({ db, keys }: TestWorld): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions')
    .innerJoin('arrivals', 'arrivals.transactionId', 'transactions.id')
    .selectAll('transactions')
    .select(['blockNumber', 'blockHash', 'handle'])
    .execute()
  return rows.map((row) => {
    const { walletId, txHash, units, unknown } = transactionOf(keys, row)
    const { handle, blockNumber, blockHash, createdAt } = row
    return [walletId, txHash, unknown ? null : units, handle, blockNumber, blockHash, createdAt].join(' ')
  })
}

/** What is left of the news when they are read from the first to the last. */
async function remainsOfNews({ db }: TestWorld): Promise<string[]> {
  const rows = await db.selectFrom('outbox').selectAll().orderBy('accountId').orderBy('sequence').execute()
  const there = new Set<string>()
  for (const { kind, subject } of rows) {
    if (kind === 'transaction') there.add(subject)
    if (kind === 'removed') there.delete(subject)
  }
  return [...there].sort()
}

const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay'), to: fc.nat(4), units: fc.bigInt(0n, 9n) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay hidden'), to: fc.nat(4), units: fc.bigInt(1n, 9n) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay of our own'), to: fc.nat(4), hidden: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('blocks'), count: fc.integer({ min: 1, max: 60 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reorganise'),
      depth: fc.integer({ min: 1, max: 45 }),
      again: fc.boolean(),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('scan'), lifetime: fc.nat(25) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('scan'), lifetime: fc.constant(10_000) }) },
)

type Action = {
  do: string
  to?: number
  hidden?: boolean
  units?: bigint
  count?: number
  depth?: number
  again?: boolean
  lifetime?: number
}

async function stage() {
  const world = await createTestWorld({ SOTTO_LIMIT_READS: '100000', SOTTO_LIMIT_WRITES: '100000' })
  const [alice, bob] = [await createTester(world), await createTester(world)]
  const till = await walletWithMoney(alice)
  const purses = [
    await bob.api.createWallet({ type: 'custodial' }),
    await alice.api.createWallet({ type: 'custodial' }),
  ]
  const watched = await bob.api.createWallet({ type: 'external', address: `0x${'7'.repeat(40)}` })
  const both = await alice.api.createWallet({ type: 'external', address: purses[0]?.wallet.address ?? '' })
  const wallets = [...purses, watched, both].map(({ wallet }) => {
    return { id: wallet.id, address: wallet.address as Address, watched: wallet.type === 'EXTERNAL' }
  })
  const stranger = createOutsider(world)
  // Blocks from before are below every reorganisation.
  for (let blocks = 0; blocks < 50; blocks++) world.chain.ledger.mineEmpty()
  return { world, alice, till, wallets: [{ ...till, watched: false }, ...wallets], stranger }
}

test('whatever comes in, is reorganised, and wherever the scan is killed: every payment is listed once, and none is missed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(action, fc.nat()), { minLength: 20, maxLength: 60, size: 'max' }),
      fc.boolean(),
      async (actions, payerReads) => {
        const { world, alice, till, wallets, stranger } = await stage()
        const { ledger } = world.chain
        const sent: Sent[] = []
        const own: string[] = []
        const play = async ({ do: what, ...how }: Action) => {
          const to =
            [...wallets.map(({ address }) => address), `0x${'3'.repeat(40)}` as Address][how.to ?? 0] ?? till.address
          switch (what) {
            case 'pay':
              return void sent.push(stranger.pay(to, how.units ?? 0n))
            case 'pay hidden':
              return void sent.push(stranger.payHidden(to, how.units ?? 0n))
            case 'pay of our own': {
              if (to === till.address) return
              world.clock.pass(2_000)
              const paid = await alice.ask('POST', '/transfer', {
                walletId: till.id,
                amount: '0.000001',
                to,
                token: how.hidden ? 'cSTABLE' : 'STABLE',
              })
              const { data } = (await paid.json()) as { data?: { transaction: { id: string } } }
              return void (data && own.push(data.transaction.id))
            }
            case 'blocks':
              for (let count = how.count ?? 0; count > 0; count--) ledger.mineEmpty()
              return
            case 'reorganise':
              if (ledger.block <= 61) return
              ledger.rollback(Math.min(how.depth ?? 1, ledger.block - 61))
              if (how.again) for (const one of sent) if (!ledger.mined.has(one.hash)) ledger.take(one)
              return
            case 'scan': {
              const { process, hasEnded } = mortal(world, how.lifetime ?? 0)
              return scanUntil(process).catch((error: unknown) => {
                // A look at a payment says that it could not be finished, whatever has ended it.
                if (!hasEnded()) throw error
                kills++
              })
            }
          }
        }
        let highest = 0
        for (const [one] of actions) {
          await play(one)
          highest = Math.max(highest, ledger.block)
        }
        // A chain that is shorter than it was says nothing about the blocks that it lacks.
        while (ledger.block < highest) ledger.mineEmpty()
        // A block comes, and our own payments may be looked at: the scan does not depend on it.
        for (let looks = 0; looks < 3; looks++) {
          world.clock.pass(70_000)
          if (payerReads) for (const id of own) await alice.api.getTransaction({ id })
          ledger.mineEmpty()
          await scanUntil({ ...world, ...reborn() })
        }
        expect((await listed(world)).sort()).toEqual(truth(world, wallets).sort())
        expect(await wrongTotals(world.db)).toEqual([])
        const rows = await world.db.selectFrom('transactions').select('id').execute()
        expect(await remainsOfNews(world)).toEqual(rows.map(({ id }) => id).sort())
        await world.db.destroy()
      },
    ),
    { numRuns: repeated(12) },
  )
}, 900_000)

test('the process was killed dozens of times for that', () => expect(kills).toBeGreaterThanOrEqual(repeated(50)))
