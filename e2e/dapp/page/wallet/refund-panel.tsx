import { useState } from 'preact/hooks'
import { type Order, type Refund, TOKEN } from '../../order.ts'
import { askRefund } from '../order/shop-calls.ts'
import { NoWallet } from './no-wallet.tsx'
import type { Wallet } from './use-wallet.ts'
import { sentenceFor } from './wallet-words.ts'

type Props = { order: Order; wallet: Wallet; onOrder: (order: Order) => void }
type Stage = { is: 'idle' } | { is: 'asking' } | { is: 'sending' } | { is: 'trouble'; message: string }

/** Asks the wallet where to pay, and the shop to pay there. */
export function RefundPanel({ order, wallet, onOrder }: Props) {
  const [stage, setStage] = useState<Stage>({ is: 'idle' })
  const amount = order.payment.received ?? order.total

  async function ask({ sotto }: Extract<Wallet, { is: 'here' }>) {
    setStage({ is: 'asking' })
    try {
      const purpose = `Refund of order ${order.number}: ${amount} ${TOKEN}`
      const { nota } = await sotto.requestAddressCard({ purpose })
      setStage({ is: 'sending' })
      const answer = await askRefund(order.id, nota)
      if (answer.is === 'order') onOrder(answer.order)
      setStage(answer.is === 'order' ? { is: 'idle' } : { is: 'trouble', message: answer.failure.message })
    } catch (error) {
      setStage({ is: 'trouble', message: sentenceFor(error) })
    }
  }

  const busy = stage.is === 'asking' || stage.is === 'sending'
  const open = order.refund === null || order.refund.state === 'failed' || order.refund.state === 'unclear'
  return (
    <section class="refund" aria-labelledby="refund-title">
      <h2 id="refund-title">{order.refund === null ? 'Did something break?' : 'Your refund'}</h2>
      {order.refund === null && (
        <p>
          Tell us where to send {amount} {TOKEN}. Your wallet gives us an address card: no balance, no name. What we pay
          stays encrypted on the chain.
        </p>
      )}
      {order.refund !== null && <RefundProgress refund={order.refund} />}
      {open && wallet.is === 'here' && (
        <button type="button" class="primary" disabled={busy} onClick={() => void ask(wallet)}>
          {order.refund === null ? 'Refund to my Sotto wallet' : 'Ask again'}
        </button>
      )}
      {open && wallet.is === 'absent' && <NoWallet wallet={wallet} />}
      <p class="stage" role="status">
        {stage.is === 'asking' && 'Your wallet is asking you. Look for its window.'}
        {stage.is === 'sending' && 'Paying you back.'}
      </p>
      {stage.is === 'trouble' && (
        <p class="trouble" role="alert">
          {stage.message}
        </p>
      )}
      {wallet.is === 'here' && wallet.card !== null && (
        <button type="button" class="quiet" onClick={() => void wallet.sotto.revoke().catch(() => undefined)}>
          Stop sharing my address
        </button>
      )}
    </section>
  )
}

const titles = {
  unclear: 'We asked our gateway',
  paying: 'On its way',
  paid: 'Paid back',
  failed: 'It did not go through',
} as const

function RefundProgress({ refund }: { refund: Refund }) {
  return (
    <div class={`progress ${refund.state}`} role="status">
      <h3>{titles[refund.state]}</h3>
      <dl>
        <dt>Amount</dt>
        <dd>
          {refund.amount} {TOKEN}
        </dd>
        <dt>To</dt>
        <dd class="mono">{refund.payee}</dd>
        {refund.txHash !== null && <dt>Transaction</dt>}
        {refund.txHash !== null && <dd class="mono">{refund.txHash}</dd>}
      </dl>
      {refund.problem !== null && <p class="trouble">{refund.problem}</p>}
    </div>
  )
}
