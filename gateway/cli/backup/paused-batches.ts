import { counted, of } from '../counted.ts'

/** What is to be done about batches that were paused because commits are lost, as a line; nothing where there is none. */
export function pausedBatches(count: number): string {
  if (count === 0) return ''
  const [them, those] = [of(count, 'it', 'they'), of(count, 'it if it is', 'those that are')]
  return `Paused, since ${them} may have been paused or cancelled in what is lost: ${counted(count, 'batch', 'batches')}. Resume ${those} still to be paid, in the wallet or with POST /batches/{id}/resume.\n`
}
