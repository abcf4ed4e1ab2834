import { chainSuite } from '../suite/chain-suite.ts'
import { createFakeChain } from './chain.ts'

chainSuite('the fake chain', async () => createFakeChain())
