import type { Client } from '#shared/client.ts'
import { printableLine } from '../../world/printable.ts'
import { failureText, inWords } from './report.ts'

/** Of an account without one that can pay. */
export const NO_WALLET =
  'This account has no custodial wallet yet: make one in the browser wallet, or with POST /wallets {"type":"custodial"}.'
const MAY_NOT_LIST =
  'This API key lacks the scope "read", by which the wallet is looked up: give it that, or name one with --wallet, by its ID.'

/**
 * The ID of the wallet that a person means: by its ID, which is believed, or its address; the primary one where none is named.
 * Throws `NoWallet` where there is none.
 */
export async function walletMeant(api: Pick<Client, 'listWallets'>, given: string | undefined): Promise<string> {
  if (given !== undefined && !given.startsWith('0x')) return given
  const wallets = (await api.listWallets({})).wallets.filter(({ type }) => type === 'CUSTODIAL')
  const found =
    given === undefined
      ? (wallets.find(({ isPrimary }) => isPrimary) ?? (wallets.length === 1 ? wallets[0] : undefined))
      : wallets.find(({ address }) => address.toLowerCase() === given.toLowerCase())
  if (found !== undefined) return found.id
  if (given !== undefined) throw new NoWallet(`There is no custodial wallet with the address ${printableLine(given)}.`)
  if (wallets.length === 0) throw new NoWallet(NO_WALLET)
  throw new NoWallet('No custodial wallet is the primary one: name one with --wallet. "sotto balance" lists them.')
}

/** The named wallet does not exist: this command sends no call. An earlier one with its key may have. */
class NoWallet extends Error {}

type Named = { wallet?: string; idempotencyKey?: string }

/**
 * The wallet of a call. `unknown`: it cannot be looked up now, and an earlier call with the same key may have been carried out.
 * Throws in words for a person where nothing can have been sent.
 */
export async function walletOfCall(
  api: Pick<Client, 'listWallets'>,
  { wallet, idempotencyKey: key }: Named,
): Promise<{ is: 'answered'; data: string } | { is: 'unknown'; error: unknown; key: string }> {
  try {
    return { is: 'answered', data: await inWords('insufficient_scope', MAY_NOT_LIST, () => walletMeant(api, wallet)) }
  } catch (error) {
    if (key === undefined) throw error instanceof NoWallet ? error : new Error(failureText(error))
    return { is: 'unknown', error, key }
  }
}
