import type { Client } from '#shared/client.ts'
import { printableLine } from '../../world/printable.ts'

/**
 * The ID of the wallet that a person means: by its ID, which is believed, or its address; the primary one where none is named.
 * Throws where there is none.
 */
export async function walletMeant(api: Pick<Client, 'listWallets'>, given: string | undefined): Promise<string> {
  if (given !== undefined && !given.startsWith('0x')) return given
  const wallets = (await api.listWallets({})).wallets.filter(({ type }) => type === 'CUSTODIAL')
  const found =
    given === undefined
      ? (wallets.find(({ isPrimary }) => isPrimary) ?? (wallets.length === 1 ? wallets[0] : undefined))
      : wallets.find(({ address }) => address.toLowerCase() === given.toLowerCase())
  if (found !== undefined) return found.id
  if (given !== undefined) throw new Error(`There is no custodial wallet with the address ${printableLine(given)}.`)
  throw new Error('No custodial wallet is the primary one: name one with --wallet. "sotto balance" lists them.')
}
