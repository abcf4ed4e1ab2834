import type { Address } from '#shared/model/ids.ts'
import { ask, type Client } from '../../../chain/live/rpc/client.ts'
import { padsAddress } from '../../../contracts/pads.ts'
import { type Finding, ok, warn } from '../finding.ts'

const WHAT = 'proofs made ahead'

/** Whether a chain has the contract that takes pads of a confidential token. */
export async function padsFound(client: Client, cstable: Address): Promise<Finding> {
  const address = padsAddress(cstable)
  const code = await ask('the contract of pads', () => client.getCode({ address }))
  if (code !== undefined) return ok(WHAT, `the contract of pads stands at ${address}`)
  const says = `there is no contract of pads at ${address}: each payment waits for its own proof`
  return warn(WHAT, says, 'stop the gateway and run "sotto pads deploy", or set SOTTO_PADS=0')
}
