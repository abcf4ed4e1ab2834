import { chainSuite } from '../suite/chain-suite.ts'
import { createFakeChain } from './chain.ts'

chainSuite('the fake chain', async () => {
  const chain = createFakeChain()
  const reorganise = async (blocks: number) => {
    chain.ledger.rollback(blocks)
    chain.ledger.mineEmpty()
  }
  return { chain, reorganise }
})
