import { Loaded } from '#shared/ui/kit/loaded.tsx'
import { BalanceCard } from '../../ui/balance-card.tsx'
import { QuickActions } from '../../ui/quick-actions.tsx'
import type { ScreenProps } from '../../ui/screen.ts'
import { useBalances } from '../../ui/use-balances.ts'
import * as words from '../../words/en.ts'
import { ThisSite } from '../sites/this-site.tsx'
import { inOrder } from './model.ts'
import { NoWallet } from './no-wallet.tsx'
import { OtherWallets } from './other-wallets.tsx'
import { Recent } from './recent.tsx'

/** What there is, what can be done with it, what is under way. */
export function Home(props: ScreenProps) {
  const balances = useBalances(props)
  return (
    <>
      <h1 class="unseen">{words.app.nav.home}</h1>
      <Loaded
        of={balances}
        empty={(list) => list.length === 0}
        whenEmpty={<NoWallet profile={props.profile} />}
        waiting={<HomeWaiting />}
      >
        {(list) => {
          const { primary, others } = inOrder(list)
          return (
            <>
              {primary !== undefined && (
                <>
                  <BalanceCard
                    balances={primary}
                    hidden={props.settings.hideConfidential}
                    at={balances.is === 'ready' ? balances.at : 0}
                    onReload={balances.reload}
                  />
                  <QuickActions wallet={primary.wallet} scopes={props.profile.key.scopes} />
                </>
              )}
              {props.surface === 'popup' && <ThisSite view={props.view} />}
              <Recent {...props} />
              <OtherWallets others={others} hidden={props.settings.hideConfidential} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

/** The shape of the balance card, so that nothing jumps when it comes. */
function HomeWaiting() {
  return (
    <div class="card balance balance-waiting" aria-busy="true">
      <p class="unseen">{words.home.waiting}</p>
      <div class="waiting-line" />
      <div class="waiting-line" />
      <div class="waiting-line" />
    </div>
  )
}
