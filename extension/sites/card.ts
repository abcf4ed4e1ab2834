import { CHAIN_ID, ENVIRONMENT } from '#shared/api/base.ts'
import { failureOf } from '#shared/failure.ts'
import { callRead } from '../background/gateway-calls.ts'
import { toFailure } from '../problem.ts'
import { type AddressCard, codes, type ProviderFailure } from '../provider/protocol.ts'

/** The card of a wallet, without its label, as its gateway signs it. */
export async function readCard(profileId: string, walletId: string): Promise<AddressCard> {
  const { nota } = (await callRead(profileId, 'getWalletNota', { id: walletId })) as { nota: string }
  return { nota, environment: ENVIRONMENT, chainId: CHAIN_ID }
}

/** What a page is told where the card could not be read. Nothing of the gateway's words or address goes to a page. */
export function cardFailure(error: unknown): ProviderFailure {
  const { code } = error instanceof Error ? toFailure(error) : failureOf(error)
  if (code === 'not_found' || code === 'unknown_profile')
    return { code: codes.notGranted, message: 'The wallet of this grant is gone. Ask again.' }
  if (code === 'locked') return { code: codes.away, message: 'The wallet is locked.' }
  return { code: codes.away, message: 'The wallet cannot reach its gateway now. Try again in a moment.' }
}
