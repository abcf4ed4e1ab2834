import { type Order, TOKEN } from '../../order.ts'
import { RefundPanel } from '../wallet/refund-panel.tsx'
import type { Wallet } from '../wallet/use-wallet.ts'

type Props = { order: Order; wallet: Wallet; onOrder: (order: Order) => void; onLeave: () => void }

export function OrderView({ order, wallet, onOrder, onLeave }: Props) {
  return (
    <>
      <button type="button" class="quiet" onClick={onLeave}>
        ← Back to the shop
      </button>
      <div class="order">
        <section class="summary" aria-labelledby="order-title">
          <p class="over">Thank you</p>
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
                <th scope="row">Paid</th>
                <td>
                  {order.total} <small>{TOKEN}</small>
                </td>
              </tr>
            </tfoot>
          </table>
        </section>
        <RefundPanel order={order} wallet={wallet} onOrder={onOrder} />
      </div>
    </>
  )
}
