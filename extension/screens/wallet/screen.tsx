import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { BalanceCard } from '../../ui/amounts/balance-card.tsx'
import { useBalances } from '../../ui/amounts/use-balances.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { Lazy } from '../../ui/parts/lazy.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { QuickActions } from '../../ui/wallets/quick-actions.tsx'
import { walletName } from '../../ui/wallets/wallet-name.ts'
import { appWords } from '../../words/en/app.ts'
import { walletWords } from '../../words/en/wallets/wallet.ts'
import { About } from './about.tsx'
import type { ExportKeyProps } from './export-key.tsx'
import { PaidAt } from './paid-at.tsx'
import { WalletTransactions } from './transactions.tsx'
import { WalletActions } from './wallet-actions.tsx'

/** One wallet: what it holds, where it is paid, what is done with it. */
export function WalletScreen(props: ScreenProps) {
  const balances = useBalances(props)
  const id = props.params.get('id')
  const { surface, profile, settings } = props
  return (
    <>
      {/* Until its name is known. */}
      {balances.is !== 'ready' && <Heading back="wallets">{appWords.nav.wallets}</Heading>}
      <Loaded of={balances} empty={(list) => !list.some(({ wallet }) => wallet.id === id)} whenEmpty={<Gone />}>
        {(list) => {
          const found = list.find(({ wallet }) => wallet.id === id)
          if (found === undefined) return null
          const { wallet } = found
          if (props.params.has('export'))
            return <Lazy<ExportKeyProps> load={exportKey} props={{ surface, profile, wallet }} />
          return (
            <>
              <Heading back="wallets">
                <bdi>{walletName(wallet)}</bdi>
              </Heading>
              <BalanceCard
                balances={found}
                title={walletWords.balance}
                hidden={settings.hideConfidential}
                at={balances.is === 'ready' ? balances.at : 0}
                onReload={balances.reload}
              />
              <QuickActions wallet={wallet} scopes={profile.key.scopes} />
              <PaidAt profile={profile} wallet={wallet} />
              <WalletTransactions {...props} wallet={wallet} all={list} />
              <About wallet={wallet} />
              <WalletActions profile={profile} wallet={wallet} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

function Gone() {
  return (
    <>
      <Heading back="wallets">{appWords.nav.wallets}</Heading>
      <Empty
        icon="wallet"
        action={
          <a class="button" href={routeHash('wallets')}>
            {walletWords.all}
          </a>
        }
      >
        {walletWords.gone}
      </Empty>
    </>
  )
}

const exportKey = () => import('./export-key.tsx').then(({ ExportKey }) => ExportKey)
