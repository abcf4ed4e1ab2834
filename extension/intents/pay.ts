import { BrokenAnswer } from '#shared/client-errors.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import type { KeyClient } from '../gateway/key-client.ts'
import type { OpenIntent, Order } from './intent.ts'

type Payment = Pick<OpenIntent, 'id' | 'order' | 'beside'>

/** Sends the money call of an order under its intent's ID. The answer has to be about this payment: another one's state is no answer. */
export async function pay(client: KeyClient, { id, order, beside }: Payment): Promise<Transaction> {
  const idempotencyKey = beside === undefined ? id : `${id} ${beside}`
  const transaction = await call(client, id, order, { idempotencyKey })
  if (transaction.externalId !== id) throw new BrokenAnswer(order.verb, 201, transaction.id)
  return transaction
}

async function call(
  client: KeyClient,
  id: string,
  order: Order,
  options: { idempotencyKey: string },
): Promise<Transaction> {
  const { walletId, amount } = order
  const common = { walletId, amount, externalId: id }
  switch (order.verb) {
    case 'fund':
      return (await client.fund(common, options)).transaction
    case 'mint':
      return (await client.mint(common, options)).transaction
    case 'redeem':
      return (await client.redeem(common, options)).transaction
    case 'transfer':
      return (await client.transfer({ ...common, token: order.token, ...destinationOf(order) }, options)).transaction
  }
}

function destinationOf({ destination }: Extract<Order, { verb: 'transfer' }>) {
  switch (destination.is) {
    case 'address':
      return { to: destination.address }
    case 'nota':
      return { nota: destination.nota }
    case 'wallet':
      return { toWalletId: destination.walletId }
    case 'request':
      return destination.here ? { requestId: destination.requestId } : { to: destination.address }
  }
}
