import { useState } from 'preact/hooks'
import { type Order, TOKEN } from '../../order.ts'
import { NoWallet } from './no-wallet.tsx'
import type { Wallet } from './use-wallet.ts'
import { sentenceFor } from './wallet-words.ts'

type Stage = { is: 'idle' } | { is: 'asking' } | { is: 'told'; words: string } | { is: 'trouble'; message: string }

/** What the wallet says is for the buyer's eyes: paid is an order once the shop's gateway has told the shop. */
const told = {
  settled: 'Your wallet has paid. We wait for our gateway to say so.',
  submitted: 'Your wallet has sent it. We wait for our gateway to say so.',
  refused: 'The payment did not go through. Nothing was paid.',
} as const

/** Asks the wallet to pay the request of an order; who has none pays on the page of the request. */
export function PayPanel({ order, wallet }: { order: Order; wallet: Wallet }) {
  const [stage, setStage] = useState<Stage>({ is: 'idle' })
  const { request, url } = order.payment

  async function pay({ sotto }: Extract<Wallet, { is: 'here' }>) {
    setStage({ is: 'asking' })
    try {
      const { status } = await sotto.requestPayment({ request })
      setStage({ is: 'told', words: told[status] })
    } catch (error) {
      setStage({ is: 'trouble', message: sentenceFor(error) })
    }
  }

  return (
    <section class="pay" aria-labelledby="pay-title">
      <h2 id="pay-title">
        Pay {order.total} {TOKEN}
      </h2>
      <p>The amount stays encrypted on the chain. Your wallet tells us nothing but that it has paid.</p>
      {wallet.is === 'here' && (
        <button type="button" class="primary" disabled={stage.is === 'asking'} onClick={() => void pay(wallet)}>
          Pay with Sotto
        </button>
      )}
      {wallet.is === 'absent' && <NoWallet wallet={wallet} />}
      <p class="stage" role="status">
        {stage.is === 'asking' && 'Your wallet is asking you. Look for its window.'}
        {stage.is === 'told' && stage.words}
      </p>
      {stage.is === 'trouble' && (
        <p class="trouble" role="alert">
          {stage.message}
        </p>
      )}
      <p class="other">
        <a href={url} target="_blank" rel="noopener noreferrer">
          Pay from another wallet
        </a>
        : a page with the address and a code. This page notices.
      </p>
    </section>
  )
}
