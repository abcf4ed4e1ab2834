import { counted } from '../counted.ts'

/** What is to be done about requests that were cancelled because commits are lost, as a line; nothing where there is none. */
export function cancelledRequests(count: number): string {
  if (count === 0) return ''
  const which = counted(count, "open request at a wallet's own address", "open requests at wallets' own addresses")
  const [them, those] = count === 1 ? ['it', 'it again if it is'] : ['they', 'those again that are']
  return `Cancelled, since ${them} may have been paid or cancelled in what is lost: ${which}. Make ${those} still to be paid.\n`
}
