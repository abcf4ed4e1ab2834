import { EXPORT_ITERATIONS } from '#shared/limits.ts'
import type { WalletExport } from '#shared/model/wallet.ts'
import { invalid } from '#shared/refusal.ts'
import { lockWithPassphrase } from '../crypto/passphrase.ts'
import type { World } from '../world/world.ts'
import { openSigner, type Wallet } from './store.ts'

/** The key of a custodial wallet under a passphrase of the caller: it never leaves the gateway in the clear. */
export async function exportWallet(world: World, wallet: Wallet, passphrase: string): Promise<WalletExport> {
  const key = (await openSigner(world.db, world.keys, wallet.id))?.key
  if (key === undefined) throw invalid('id', 'is an external wallet: its key is not kept here')
  const bytes = Buffer.from(key.slice(2), 'hex')
  const { salt, iv, ciphertext } = await lockWithPassphrase(wallet.accountId, passphrase, bytes, wallet.address)
  bytes.fill(0)
  return {
    version: 1,
    address: wallet.address,
    kdf: { name: 'PBKDF2-SHA256', iterations: EXPORT_ITERATIONS, salt: salt.toString('base64') },
    cipher: { name: 'AES-256-GCM', iv: iv.toString('base64') },
    ciphertext: ciphertext.toString('base64'),
  }
}
