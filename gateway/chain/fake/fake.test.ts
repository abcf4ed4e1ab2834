import { expect, test } from 'vitest'
import { chainSuite } from '../suite/chain-suite.ts'
import { actionIn } from './calls.ts'
import { createFakeChain } from './chain.ts'

chainSuite('the fake chain', async () => {
  const chain = createFakeChain()
  const reorganise = async (blocks: number) => {
    chain.ledger.rollback(blocks)
    chain.ledger.mineEmpty()
  }
  return { chain, reorganise }
})

test('a tag that begins as an action does is none, whatever else is in it', () => {
  expect(actionIn({ data: '0x7b9f227d00' })).toEqual({ do: 'nothing' })
})
