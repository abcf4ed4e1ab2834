import type { Wallet } from './use-wallet.ts'

/** What a person can do where this page sees no wallet. */
export function NoWallet({ wallet }: { wallet: Extract<Wallet, { is: 'absent' }> }) {
  return (
    <div class="missing">
      <h3>Sotto is not installed, or not enabled here</h3>
      <ol>
        {wallet.todo.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <button type="button" onClick={wallet.lookAgain}>
        Look again
      </button>
    </div>
  )
}
