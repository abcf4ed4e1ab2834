import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { WalletBalances } from '#shared/model/balances.ts'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { dropDraft } from '../../store/drafts.ts'
import { orderWords } from '../../words/en/orders/order.ts'
import { AmountField, type Available } from '../amounts/amount-field.tsx'
import { type AmountFlaw, type AmountLimits, sayFlaw } from '../amounts/amount-rules.ts'
import { focusFirst } from '../hooks/focus/focus-first.ts'
import { flawText } from '../obstacles/flaw-words.ts'
import type { Source } from '../obstacles/obstacle.ts'
import { ObstacleNotice } from '../obstacles/obstacle-notice.tsx'
import type { ScreenProps } from '../routes/screen.ts'
import { wishedOf } from '../wallets/wallet-choice.ts'
import { WalletPicker } from '../wallets/wallet-picker.tsx'
import { useDraft } from './draft.ts'
import { OrderScreen, type OrderSteps } from './order-screen.tsx'
import { Review } from './review.tsx'
import type { ReviewLine } from './review-line.ts'
import { useHeldReview } from './use-held-review.ts'
import { unreviewed, WalletDraft, type WalletVerb, walletDraftName, walletOrder } from './wallet-order.ts'
import '../styles/order.css'

export type WalletOrderPlan = {
  verb: WalletVerb
  title: string
  /** The same in a word that everybody knows. */
  subtitle?: string
  about: (balances: WalletBalances) => ComponentChildren
  walletLabel: string
  /** The wallets that it can be done with, and what to say where there are none. */
  listed: (all: readonly WalletBalances[]) => WalletBalances[]
  none: string
  token: (balances: WalletBalances) => string
  /** The balance that it takes from; undefined where the money is not the wallet's own. */
  source?: Source
  most?: string
  limitText?: string
  overLimit?: string
  firstAmount: string
  reviewTitle: string
  confirm: string
  lines: (balances: WalletBalances, amount: string) => ReviewLine[]
}

export type WalletOrderScreenProps = ScreenProps & { plan: WalletOrderPlan }

/** A payment that concerns one wallet alone. */
export function WalletOrderScreen({ plan, ...props }: WalletOrderScreenProps) {
  const { title, subtitle, reviewTitle, listed, none } = plan
  return (
    <OrderScreen
      {...props}
      {...{ title, reviewTitle, listed, none }}
      {...(subtitle !== undefined && { subtitle })}
      icon="wallet"
    >
      {(steps) => <WalletOrder {...props} {...steps} plan={plan} />}
    </OrderScreen>
  )
}

function WalletOrder({ plan, profile, params, settings, ...steps }: WalletOrderScreenProps & OrderSteps) {
  const asked = params.get('wallet')
  const name = walletDraftName(plan.verb, profile.id, asked)
  const fresh = { walletId: asked, amount: plan.firstAmount, flaw: null, payment: null }
  const { draft, change } = useDraft(name, WalletDraft, fresh, unreviewed)
  const [tried, setTried] = useState(false)
  const list = plan.listed(steps.all)
  const wished = draft && wishedOf(list, draft.walletId)
  const made = wished && walletOrder(plan.verb, draft, wished.from, limitsOf(plan, wished.from))
  const holds = made && ('order' in made && !wished.gone && draft.payment !== null ? made.order : null)
  const isHeld = useHeldReview(steps.reviewing, holds, steps.change)
  if (draft === undefined || wished === undefined || made === undefined) return null

  const { from: balances, gone } = wished
  if (isHeld && 'order' in made && draft.payment !== null) {
    return (
      <Review
        profileId={profile.id}
        order={made.order}
        payment={draft.payment}
        lines={plan.lines(balances, made.amount)}
        confirm={plan.confirm}
        onBack={steps.change}
        onBegun={() => dropDraft(name)}
      />
    )
  }
  const edit = (part: Partial<WalletDraft>) => change({ flaw: null, payment: null, ...part })
  const say = (flaw: AmountFlaw) => (flaw === 'over_limit' && plan.overLimit) || sayFlaw(flaw)
  const amountFlaw = tried && 'flaw' in made ? say(made.flaw) : undefined
  const { flaw } = draft
  return (
    <Form
      action={orderWords.review}
      wide
      buttonsAt="foot"
      onSubmit={() => {
        setTried(true)
        if ('flaw' in made) return focusFirst('[name="amount"]')
        change({ walletId: balances.wallet.id, payment: draft.payment ?? crypto.randomUUID() })
        steps.review()
      }}
    >
      <div class="order-about">{plan.about(balances)}</div>
      <WalletPicker
        label={plan.walletLabel}
        name="walletId"
        list={list}
        value={balances.wallet.id}
        onChange={(walletId) => edit({ walletId })}
        error={
          gone && draft.walletId !== asked
            ? orderWords.walletGone
            : flaw?.field === 'wallet'
              ? flawText(flaw)
              : undefined
        }
      />
      {plan.source !== undefined && <ObstacleNotice balances={balances} source={plan.source} />}
      <AmountField
        value={draft.amount}
        token={plan.token(balances)}
        onInput={(amount) => edit({ amount })}
        available={availableOf(plan, balances, steps.at, settings.hideConfidential)}
        error={amountFlaw ?? (flaw?.field === 'amount' ? flawText(flaw) : undefined)}
        {...(plan.most === undefined ? {} : { most: plan.most })}
        {...(plan.limitText === undefined ? {} : { hint: plan.limitText })}
      />
    </Form>
  )
}

/** No more than there is, and than one call may move. */
function limitsOf({ source, most }: WalletOrderPlan, from: WalletBalances): AmountLimits {
  return { most, available: source && from[source].amount }
}

function availableOf(
  { source }: WalletOrderPlan,
  { normal, confidential }: WalletBalances,
  at: number,
  hideConfidential: boolean,
): Available | undefined {
  if (source === undefined) return undefined
  return source === 'normal'
    ? { amount: normal.amount, token: normal.token, at, hidden: false }
    : { amount: confidential.amount, token: confidential.token, at, hidden: hideConfidential }
}
