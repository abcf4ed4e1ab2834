import { formatUnits } from '#shared/model/money.ts'
import { clearLabel, type RequestContent, VERSION } from '../notas/format/content.ts'
import { signRequest } from '../notas/format/sign-nota.ts'
import { notaryKey } from '../notas/notary-key.ts'
import type { World } from '../world/world.ts'
import { requestEnded } from './cancel-request.ts'
import { pageOf } from './request-answer.ts'
import type { PaymentRequest } from './store.ts'

/** An open request as a file, signed with the key of this gateway's receipts: what it asks for in all, whatever has come in. */
export async function issueRequestNota(world: World, request: PaymentRequest): Promise<string> {
  const { standing, expiresAt } = request
  const now = world.clock.now()
  if (standing.status !== 'OPEN') throw requestEnded(request)
  // The nota could not be opened any more.
  if (expiresAt !== null && expiresAt <= now + 1_000)
    throw requestEnded({ standing: { ...standing, status: 'EXPIRED' } })
  const { chainId, tokens, wallets } = world.chain
  const plain = (address: string) => wallets.checksum(address.toLowerCase()) ?? address
  const [label, memo] = [request.label, request.memo].map((text) => (text === null ? undefined : clearLabel(text)))
  const content: RequestContent = {
    v: VERSION,
    iat: Math.floor(now / 1000),
    ...(expiresAt === null ? {} : { exp: Math.floor(expiresAt / 1000) }),
    chainId,
    network: world.config.SOTTO_NETWORK,
    id: request.id,
    address: plain(request.address),
    token: request.token,
    stable: plain(tokens.stable.address),
    cstable: plain(tokens.cstable.address),
    amount: standing.asked === null ? null : formatUnits(standing.asked),
    ...(request.isOwn ? {} : { byName: true }),
    ...(label === undefined ? {} : { label }),
    ...(memo === undefined ? {} : { memo }),
    url: pageOf(world, request),
  }
  return signRequest(content, await notaryKey(world))
}
