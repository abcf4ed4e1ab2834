import { Developer } from './developer/developer.tsx'
import { OrderView } from './order/order-view.tsx'
import { Storefront } from './order/storefront.tsx'
import { useOrder } from './order/use-order.ts'
import { useWallet, type Wallet } from './wallet/use-wallet.ts'

export function App() {
  const wallet = useWallet()
  const [order, setOrder] = useOrder()
  return (
    <>
      <header class="top">
        <p class="brand">
          <img src="/icon.svg" alt="" width="32" height="32" /> Morrow &amp; Clay
        </p>
        <WalletMark wallet={wallet} />
      </header>
      <main>
        {order === null ? (
          <Storefront onOrder={setOrder} />
        ) : (
          <OrderView order={order} wallet={wallet} onOrder={setOrder} onLeave={() => setOrder(null)} />
        )}
      </main>
      <aside aria-label="For developers">
        <Developer wallet={wallet} />
      </aside>
      <footer class="foot">
        <p>A demonstration. Payments and refunds are real, on a test network.</p>
      </footer>
    </>
  )
}

const marks = {
  looking: 'Looking for a wallet',
  absent: 'No wallet here',
  here: 'Wallet found',
  known: 'Address shared',
}

function WalletMark({ wallet }: { wallet: Wallet }) {
  const mark = wallet.is === 'here' && wallet.card !== null ? 'known' : wallet.is
  return (
    <p class={`mark ${mark}`} role="status">
      {marks[mark]}
    </p>
  )
}
