import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { BalanceCard } from '../../ui/amounts/balance-card.tsx'
import { useBalances } from '../../ui/amounts/use-balances.ts'
import { WaitingNotice } from '../../ui/approvals/waiting-notice.tsx'
import { Lazy } from '../../ui/parts/lazy.tsx'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { QuickActions } from '../../ui/wallets/quick-actions.tsx'
import { appWords } from '../../words/en/app.ts'
import { homeWords } from '../../words/en/home.ts'
import { firstSteps, inOrder } from './model.ts'
import { NoWallet } from './no-wallet.tsx'
import { OtherWallets } from './other-wallets.tsx'
import { Recent } from './recent.tsx'

/** Which site the popup was opened over is known a little later than the balances anyway. */
const thisSite = () => import('../sites/this-site.tsx').then(({ ThisSite }) => ThisSite)

/** Most wallets are past them. */
const first = () => import('./first-steps.tsx').then(({ FirstSteps }) => FirstSteps)

/** What there is, what can be done with it, what is under way. */
export function Home(props: ScreenProps) {
  const balances = useBalances(props)
  return (
    <>
      <h1 class="unseen">{appWords.nav.home}</h1>
      <Loaded
        of={balances}
        empty={(list) => list.length === 0}
        whenEmpty={<NoWallet profile={props.profile} />}
        waiting={<HomeWaiting />}
      >
        {(list) => {
          const { primary, others } = inOrder(list)
          const steps = primary && firstSteps(primary, props.view?.transactions)
          return (
            <>
              {primary !== undefined && (
                <>
                  {steps !== undefined && (
                    <Lazy load={first} props={{ walletId: primary.wallet.id, steps }} waiting={null} />
                  )}
                  <BalanceCard
                    balances={primary}
                    hidden={props.settings.hideConfidential}
                    at={balances.is === 'ready' ? balances.at : 0}
                    onReload={balances.reload}
                  />
                  <QuickActions wallet={primary.wallet} scopes={props.profile.key.scopes} />
                </>
              )}
              {props.surface !== 'tab' && <Lazy load={thisSite} props={{ view: props.view }} waiting={null} />}
              <WaitingNotice profileId={props.profile.id} />
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
      <p class="unseen">{homeWords.waiting}</p>
      <div class="waiting-line" />
      <div class="waiting-line" />
      <div class="waiting-line" />
    </div>
  )
}
