import fc from 'fast-check'
import type { Hex } from '#shared/model/ids.ts'
import type { Receipt } from '../../../gateway/chain/port.ts'
import { steps } from '../gateways/orders.ts'
import type { Town } from './town.ts'
import { useElsewhere } from './use-elsewhere.ts'
import { dropUnshown } from './vault.ts'
import type { Verb, Wish } from './wish.ts'

/** What the model knows: how many wishes there are, and whether anything is broken. */
export type Model = { wishes: number }

type Command = fc.AsyncCommand<Model, Town>

/** A command that always may run, described by its name. */
function command(name: string, act: (town: Town, model: Model) => Promise<void>): Command {
  return { check: () => true, run: (model, town) => act(town, model), toString: () => name }
}

function withWish(name: string, index: number, act: (town: Town, wish: Wish) => Promise<void>): Command {
  return {
    check: (model) => model.wishes > 0,
    async run(model, town) {
      const wish = town.wishes[index % model.wishes]
      if (wish === undefined) throw new Error('the model counts wishes that nobody has')
      await act(town, wish)
    },
    toString: () => `${name}(${index})`,
  }
}

const purse = fc.nat(3)
const units = fc.bigInt(1n, 400_000_000n)

const pay = fc
  .record({
    verb: fc.constantFrom<Verb>('fund', 'mint', 'transfer', 'redeem', 'redeem'),
    from: purse,
    away: fc.integer({ min: 1, max: 3 }),
    units,
    token: fc.constantFrom('STABLE' as const, 'cSTABLE' as const),
    calls: fc.integer({ min: 1, max: 2 }),
  })
  .map(({ calls, away, ...rest }) =>
    command(
      `${rest.verb}(${rest.from}, ${rest.units}${rest.verb === 'transfer' ? ` ${rest.token} to +${away}` : ''}) x${calls}`,
      async (town, model) => {
        const to = (rest.from + away) % town.purses.length
        const wish: Wish = { ...rest, to, key: `wish ${town.wishes.length}`, ids: new Set(), seen: [] }
        town.wishes.push(wish)
        model.wishes += 1
        await Promise.all(Array.from({ length: calls }, () => town.ask(wish)))
      },
    ),
  )

const index = fc.nat(50)
const again = index.map((at) => withWish('ask again', at, (town, wish) => town.ask(wish)))
const read = index.map((at) =>
  withWish('read twice at once', at, async (town, wish) => {
    await Promise.all([town.read(wish), town.read(wish)])
  }),
)
const cancel = index.map((at) => withWish('cancel', at, (town, wish) => town.cancel(wish)))

const wait = fc.integer({ min: 1, max: 60 }).map((seconds) =>
  command(`wait ${seconds} s`, async ({ world: { clock, chain } }) => {
    clock.pass(seconds * 1_000)
    // Others pay too: a block comes, unless none is made.
    if (chain.ledger.automine) chain.ledger.mineEmpty()
  }),
)

const broken = fc.constantFrom('chainAway' as const, 'decryptionAway' as const, 'unpublished' as const).chain((fault) =>
  fc.boolean().map((on) =>
    command(`${fault} ${on}`, async ({ world }) => {
      world.chain.faults[fault] = on
    }),
  ),
)

const fates = fc.constantFrom('accepted' as const, 'lost' as const, 'refused' as const).map((fate) =>
  command(`the node: ${fate}`, async ({ world }) => {
    world.chain.faults.broadcast = () => fate
  }),
)

const mining = fc.boolean().map((on) =>
  command(on ? 'mine' : 'stop mining', async ({ world: { chain } }) => {
    chain.ledger.automine = on
    if (on) chain.ledger.mine()
  }),
)

const die = fc
  .record({ at: fc.constantFrom(...steps), occurrence: fc.integer({ min: 1, max: 3 }) })
  .map(({ at, occurrence }) => command(`die ${at} (${occurrence})`, async (town) => town.dieAt(at, occurrence)))
const restart = fc.constant(command('restart', async (town) => town.restart()))

/** What happens to a gateway on an honest chain: verbs, repeats, reads, faults, deaths. */
export const ordinary = [pay, pay, pay, again, read, read, cancel, wait, broken, fates, mining, die, restart]

const elsewhere = fc.record({ who: fc.nat(4), count: fc.integer({ min: 1, max: 3 }) }).map(({ who, count }) =>
  command(`key ${who} used elsewhere ${count} times`, async (town) => {
    const operator = town.world.chain.operator.address
    useElsewhere(town, who === 4 ? operator : town.purse(who).address, count)
  }),
)

/** The same where keys are used elsewhere too. */
export const drifting = [...ordinary, elsewhere]

const rollback = fc.integer({ min: 1, max: 3 }).map((blocks) =>
  command(`take ${blocks} blocks back`, async (town) => {
    const { ledger } = town.world.chain
    if (ledger.block - blocks <= 2) return
    ledger.rollback(blocks)
    if (town.vault.restores > 0) await dropUnshown(town.world)
  }),
)

const remining = fc.integer({ min: 1, max: 4 }).map((blocks) =>
  command(`mine ${blocks} blocks again`, async (town) => {
    const { ledger } = town.world.chain
    if (ledger.block - blocks <= 2) return
    // The pool has kept what was mined, and other blocks take it, where handles are others.
    const taken = [...ledger.mined.values()].filter(({ receipt }) => receipt.block > ledger.block - blocks)
    town.bringBack = ledger.rollback(blocks)
    for (const { sent } of taken) ledger.take(sent)
  }),
)

const returning = fc.constant(
  command('go back to the blocks before', async (town) => {
    town.bringBack?.()
    town.bringBack = undefined
  }),
)

/** The same where blocks are taken back, where others take their place, and where they come back. */
export const reorganising = [...ordinary, rollback, remining, remining, returning]

/** How a node lies about what was mined; `other` is what it has shown before. */
const lies = {
  'foreign logs': (truth, other) =>
    truth &&
    other && { ...other, hash: truth.hash, block: truth.block, blockHash: truth.blockHash, success: truth.success },
  'a receipt of what was not mined': (truth, other, hash) => truth ?? (other && { ...other, hash }),
  'a false revert': (truth) =>
    truth && { ...truth, success: false, publicMoves: [], confidentialMoves: [], unwraps: [] },
  'no receipt': () => undefined,
} satisfies Record<string, (truth: Receipt | undefined, other: Receipt | undefined, hash: Hex) => Receipt | undefined>

const lying = fc.constantFrom(...Object.keys(lies), 'an invented rival', 'the truth').map((how) =>
  command(`the node shows ${how}`, async (town) => {
    const { faults } = town.world.chain
    const lie = (lies as Record<string, (typeof lies)['a receipt of what was not mined']>)[how]
    faults.rival = how === 'an invented rival'
    delete faults.lie
    if (lie === undefined) return
    let other: Receipt | undefined
    faults.lie = (hash, truth) => {
      const shown = lie(truth, other, hash)
      if (truth !== undefined) other = truth
      if (shown !== truth) town.lies += 1
      return shown
    }
  }),
)

/** The same with a node that lies, while another tells the truth. */
export const deceived = [...ordinary, lying, lying]

/** Everything at once: what superseded a payment can itself be taken back. */
export const everything = [...ordinary, elsewhere, rollback]

const backUp = fc.constant(command('back up', (town) => town.vault.backUp()))
const restore = fc
  .boolean()
  .map((emptiesPools) =>
    command(`restore${emptiesPools ? ', and no pool has anything' : ''}`, (town) => town.vault.restore(emptiesPools)),
  )
const look = fc.constant(command('look for what is forgotten', (town) => town.vault.lookRound()))

/** Backups are put back, and what a reorganisation takes is mined no more; fewer other things, so that these meet. */
export const restored = [pay, pay, again, wait, mining, die, restart, rollback, backUp, backUp, restore, restore, look]
