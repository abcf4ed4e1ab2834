import { expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { Receipt } from '../chain/port.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { moveIn } from './chain-evidence.ts'

const wallet: Address = `0x${'1'.repeat(40)}`
const other: Address = `0x${'2'.repeat(40)}`
const zero: Address = `0x${'0'.repeat(40)}`
const handle: Hex = `0x${'3'.repeat(64)}`

const world = await createTestWorld()
const vault = world.chain.tokens.cstable.address

test.each([
  ['pays the token and is given confidential money', vault, zero, wallet, true],
  ['pays somebody', other, zero, wallet, false],
  ['pays the token alone', vault, other, wallet, false],
  ['pays the token, which gives the money to another', vault, zero, other, false],
] as [string, Address, Address, Address, boolean][])('a wallet that %s', async (_, paid, from, to, isMint) => {
  const receipt = { publicMoves: [{ from: wallet, to: paid, units: 5n }], confidentialMoves: [{ from, to, handle }] }
  const move = moveIn(world, 'MINT', wallet, receipt as Receipt)
  expect(move).toEqual(isMint ? { from: wallet, to: wallet, units: 5n } : undefined)
})
