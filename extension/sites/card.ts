import { CHAIN_ID, ENVIRONMENT } from '#shared/api/kit/base.ts'
import { reading } from '../background/gateway-calls.ts'
import { toFailure } from '../problem.ts'
import { type AddressCard, codes, type ProviderFailure } from '../provider/protocol.ts'

/** The card of a wallet, without its label, as its gateway signs it. */
export async function readCard(profileId: string, walletId: string): Promise<AddressCard> {
  const { nota } = await reading(profileId, (client) => client.getWalletNota({ id: walletId }))
  return { nota, environment: ENVIRONMENT, chainId: CHAIN_ID }
}

/** Why a card could not be read: its wallet or gateway is gone permanently, the wallet is locked, or it may work later. */
export function cardTrouble(error: unknown): 'gone' | 'locked' | 'away' {
  const { code } = toFailure(error)
  if (code === 'not_found' || code === 'unknown_profile') return 'gone'
  return code === 'locked' ? 'locked' : 'away'
}

/** What a page is told of it. Nothing of the gateway's words or address goes to a page. */
export const cardFailures: Record<ReturnType<typeof cardTrouble>, ProviderFailure> = {
  gone: { code: codes.notGranted, message: 'Its wallet is gone.' },
  locked: { code: codes.away, message: 'The wallet is locked.' },
  away: { code: codes.away, message: 'The gateway is away.' },
}
