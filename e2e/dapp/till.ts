import type { Client } from '#shared/client.ts'
import { parseAmount } from '#shared/model/money.ts'

/** The shop's account at its gateway: the only thing here that knows the API key. */
export type Till = { api: Pick<Client, ShopCall>; walletId: string }

/** All that the shop asks of its gateway. */
type ShopCall =
  | 'createRequest'
  | 'getRequest'
  | 'getRequestNota'
  | 'getTransactionNota'
  | 'verifyNota'
  | 'transfer'
  | 'getTransaction'
  | 'listWebhooks'
  | 'createWebhook'
  | 'deleteWebhook'

const LABEL = 'Shop till'
/** Enough for a few refunds, and too little to run into the faucet's limit of a day. */
const FUNDED = '500'
const ENOUGH = 200_000_000n

/** The shop's wallet at its gateway, with confidential money in it. Made at the first start, topped up at later ones. */
export async function openTill(api: Client): Promise<Till> {
  const { wallets } = await api.listWallets({})
  const kept = wallets.find(({ label, type }) => label === LABEL && type === 'CUSTODIAL')
  const { id } = kept ?? (await api.createWallet({ type: 'custodial', label: LABEL })).wallet
  const { balances } = await api.getWallet({ id })
  if ((parseAmount(balances.confidential.amount ?? '0') ?? 0n) < ENOUGH) {
    await api.fund({ walletId: id, amount: FUNDED })
    await api.mint({ walletId: id, amount: FUNDED })
  }
  return { api, walletId: id }
}
