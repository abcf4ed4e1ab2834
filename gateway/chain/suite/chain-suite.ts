import { beforeAll, describe } from 'vitest'
import { blocksAndStatements } from './blocks.ts'
import { confidentialAmounts } from './confidential.ts'
import { readsAndMoves } from './moves.ts'
import { noncesAndBytes } from './nonces.ts'
import { blocksThatAreReplaced } from './replaced-blocks.ts'
import { openStage, type Stage, type Staged } from './stage.ts'

/** What every chain behind the port promises. The fake one is held to it by the same tests as the live one. */
export function chainSuite(name: string, open: () => Promise<Staged>): void {
  describe(name, () => {
    let opened: Stage
    const stage = () => opened
    beforeAll(async () => {
      opened = await openStage(await open())
    })

    readsAndMoves(stage)
    confidentialAmounts(stage)
    noncesAndBytes(stage)
    blocksAndStatements(stage)
    blocksThatAreReplaced(stage)
  })
}
