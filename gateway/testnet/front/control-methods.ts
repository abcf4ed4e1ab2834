import * as z from 'zod/mini'
import type { Chain } from '../chain/chain.ts'
import { RpcError } from '../chain/rpc.ts'
import type { Owner } from '../setup/owner.ts'
import { limitBlocks, NO_LIMIT, upgrade, upgrades } from '../setup/protocol.ts'

/** Blocks that one call may mine or roll back. */
const MOST_BLOCKS = 1_000

const blocks = z.tuple([z.int().check(z.minimum(1), z.maximum(MOST_BLOCKS))])
const automine = z.tuple([z.boolean()])
const balance = z.tuple([
  z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
])
const upgradeTo = z.tuple([z.enum(upgrades)])
const hcu = z.tuple([z.int().check(z.minimum(0), z.maximum(NO_LIMIT))])

type Stage = { chain: Chain; owner: Owner }
type Control = (stage: Stage, params: unknown) => Promise<unknown>

/** What a test may do to the chain. All of it is journaled, so that a replay does it again. */
export const controlMethods: Readonly<Record<string, Control>> = {
  async sotto_mine({ chain }, params) {
    const [count] = parse(blocks, params)
    await chain.commit((at) => ({ is: 'mine', blocks: count, at }))
    return chain.state.height
  },
  async sotto_setAutomine({ chain }, params) {
    const [on] = parse(automine, params)
    await chain.commit((at) => ({ is: 'automine', on, at }))
    return on
  },
  async sotto_rollback({ chain }, params) {
    const [count] = parse(blocks, params)
    // Looked at in its turn: another rollback, or a snapshot, may come first.
    const [refusal] = await chain.commit(() => {
      if (chain.state.height - count < chain.floor) {
        throw new RpcError(-32000, `cannot roll back beyond block ${chain.floor}: the last snapshot was taken there`)
      }
      return { is: 'rollback', blocks: count }
    })
    if (refusal instanceof RpcError) throw refusal
    return chain.state.height
  },
  async sotto_setBalance({ chain }, params) {
    const [address, wei] = parse(balance, params) as [`0x${string}`, `0x${string}`]
    const [refusal] = await chain.commit(() => ({ is: 'balance', address, wei }))
    if (refusal instanceof RpcError) throw refusal
    return true
  },
  async sotto_upgrade({ owner }, params) {
    const [to] = parse(upgradeTo, params)
    await upgrade(owner, to)
    return to
  },
  async sotto_setHcuPerBlock({ owner }, params) {
    const [most] = parse(hcu, params)
    await limitBlocks(owner, most)
    return most
  },
  async sotto_snapshot({ chain }) {
    await chain.snapshot()
    return chain.state.height
  },
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, params: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw new RpcError(-32602, 'invalid parameters')
  return parsed.data
}
