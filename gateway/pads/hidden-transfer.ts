import type { Address } from '#shared/model/ids.ts'
import type { Db } from '../db/database.ts'
import type { LegDraft } from '../legs/prepare.ts'
import { countPads } from '../tallies.ts'
import type { World } from '../world/world.ts'
import { meansOf, type Renewal } from './means.ts'
import type { Pad } from './pad.ts'
import { askFor } from './pool.ts'
import { giveBack, reservePad } from './reserve.ts'
import { noteRight } from './rights-store.ts'

type AtItsTurn = (takesMs: number) => void
export type Moved = { from: Address; to: Address; units: bigint }

/** The part of a payment's draft that moves an amount confidentially (`transactions/submit/draft.ts`). */
export type HiddenTransfer = {
  /** Nothing is proved for it. */
  provesNothing: boolean
  build(atItsTurn: AtItsTurn): Promise<LegDraft[]>
  complete(leg: LegDraft): Promise<LegDraft>
  alongside(db: Db): Promise<void>
  /** Whatever became of the payment. */
  end(): void
}

/** Not estimated: that would tell a node what is added to the pad. To a receiver that never held any it takes 511,000. */
const PADDED_GAS = 750_000n

/** With a pad where one is ready, else with a proof of its own, after which the wallet may have pads. */
export async function hiddenTransfer(world: World, moved: Moved): Promise<HiddenTransfer> {
  const means = await meansOf(world, moved.from)
  if (means.is === 'off') return proved(world, moved, undefined)
  askFor(world, moved.from)
  const { mayMove, renewal } = means.is === 'there' ? means : { mayMove: false, renewal: undefined }
  const pad = mayMove ? await reservePad(world, moved.from) : undefined
  if (pad !== undefined) return padded(world, moved, { pad, renewal })
  countPads(mayMove ? 'none ready' : means.is === 'there' ? 'no right' : 'no contract')
  return proved(world, moved, renewal)
}

function proved(world: World, { from, to, units }: Moved, renewal: Renewal | undefined): HiddenTransfer {
  return {
    provesNothing: false,
    async build(atItsTurn) {
      const input = await world.chain.confidential.encrypt(from, units, atItsTurn)
      const call = world.chain.calls.transferConfidential(to, input)
      return [
        ...legsOf(renewal),
        { kind: 'transfer', call, movesValue: true, encrypted: { handle: input.handle, units } },
      ]
    },
    complete: async (leg) => leg,
    alongside: (db) => noted(db, from, renewal),
    end() {},
  }
}

type With = { pad: Pad; renewal: Renewal | undefined }

/** The pad is spent once the payment is decided on, and before anything of it leaves this process. */
function padded(world: World, { from, to, units }: Moved, { pad, renewal }: With): HiddenTransfer {
  const { chain } = world
  const undecided: LegDraft = {
    kind: 'transfer',
    call: { to: chain.pads.address, data: '0x', value: 0n },
    movesValue: true,
    fixedGas: PADDED_GAS,
  }
  return {
    provesNothing: true,
    build: async () => [...legsOf(renewal), undecided],
    async complete(leg) {
      if (!leg.movesValue) return leg
      const { delta, encrypted } = pad.spend(units)
      return { ...undecided, call: chain.calls.transferPadded(to, pad.input, delta), encrypted }
    },
    alongside: (db) => noted(db, from, renewal),
    end: () => giveBack(world, from, pad),
  }
}

const legsOf = (renewal: Renewal | undefined) => (renewal === undefined ? [] : [renewal.leg])

async function noted(db: Db, wallet: Address, renewal: Renewal | undefined): Promise<void> {
  if (renewal !== undefined) await noteRight(db, wallet, renewal.until)
}
