import { type Order, TOKEN } from '../../order.ts'
import { PayPanel } from '../wallet/pay-panel.tsx'
import { RefundPanel } from '../wallet/refund-panel.tsx'
import type { Wallet } from '../wallet/use-wallet.ts'
import { receiptPath } from './shop-calls.ts'

type Props = { order: Order; wallet: Wallet; onOrder: (order: Order) => void; onLeave: () => void }

export function OrderView({ order, wallet, onOrder, onLeave }: Props) {
  const isPaid = order.payment.state === 'paid'
  return (
    <>
      <button type="button" class="quiet" onClick={onLeave}>
        ← Back to the shop
      </button>
      <div class="order">
        <section class="summary" aria-labelledby="order-title">
          <p class="over" role="status">
            {isPaid ? 'Paid. Thank you' : 'One step left'}
          </p>
          <h1 id="order-title">Order {order.number}</h1>
          <table>
            <tbody>
              {order.lines.map((line, index) => (
                <tr key={index}>
                  <th scope="row">{line.name}</th>
                  <td>{line.price}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{isPaid ? 'Paid' : 'To pay'}</th>
                <td>
                  {order.payment.received ?? order.total} <small>{TOKEN}</small>
                </td>
              </tr>
            </tfoot>
          </table>
          {isPaid && <Receipt order={order} />}
        </section>
        {isPaid ? (
          <RefundPanel order={order} wallet={wallet} onOrder={onOrder} />
        ) : (
          <PayPanel order={order} wallet={wallet} />
        )}
      </div>
    </>
  )
}

/** A file that the gateway has signed, and where anybody can check it. */
function Receipt({ order }: { order: Order }) {
  return (
    <p class="receipt">
      <a href={receiptPath(order.id)} download={`order-${order.number}.nota`}>
        Receipt
      </a>
      , a signed file that <a href={new URL('/verify', order.payment.url).href}>anybody can check</a>.
    </p>
  )
}
