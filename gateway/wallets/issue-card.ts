import { type CardContent, clearLabel, VERSION } from '../notas/format/content.ts'
import { signCard } from '../notas/format/sign-nota.ts'
import { cardStatement } from '../notas/format/statements.ts'
import { deriveSeed, signingKeyOf } from '../notas/signing-key.ts'
import { cardSecret, noteCardKey } from '../notas/store.ts'
import type { World } from '../world/world.ts'
import { signerOf } from './own-wallet.ts'
import type { Wallet } from './store.ts'

const DAY_S = 86_400

/**
 * The address card of a wallet. Two cards of one account have nothing in common that other cards lack: each wallet has a
 * key of its own, nothing is numbered, and the time of issue is the day, since two cards fetched together would
 * otherwise share the second.
 */
export async function issueCard(world: World, wallet: Wallet, withLabel: boolean): Promise<string> {
  const key = await signingKeyOf(deriveSeed(await cardSecret(world.db, world.keys), wallet.id))
  await noteCardKey(world.db, key.fingerprint, wallet.id, world.clock.now())
  const today = Math.floor(world.clock.now() / 1000 / DAY_S) * DAY_S
  const { chainId } = world.chain
  const card = { address: wallet.address, chainId, network: world.config.SOTTO_NETWORK, iat: today }
  const label = withLabel && wallet.label !== null ? clearLabel(wallet.label) : undefined
  const content: CardContent = {
    v: VERSION,
    ...card,
    ...(label === undefined ? {} : { label }),
  }
  if (wallet.type === 'EXTERNAL') return signCard(content, key)
  const statement = cardStatement({ ...card, key: key.jwk.x })
  const walletSignature = await world.chain.wallets.signTyped(await signerOf(world, wallet.id), statement)
  return signCard({ ...content, walletSignature }, key)
}
