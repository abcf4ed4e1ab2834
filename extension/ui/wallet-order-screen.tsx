import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { WalletBalances } from '#shared/model/balances.ts'
import { Button } from '#shared/ui/kit/button.tsx'
import { Empty } from '#shared/ui/kit/empty.tsx'
import { Form } from '#shared/ui/kit/form.tsx'
import { Loaded } from '#shared/ui/kit/loaded.tsx'
import { amountFieldWords, orderWords } from '../words/en/order.ts'
import { AmountField, type Available } from './amount-field.tsx'
import type { AmountFlaw } from './amount-rules.ts'
import { dropDraft, useDraft } from './draft.ts'
import { focusFirst } from './focus-first.ts'
import { Heading } from './heading.tsx'
import { MayNotPay } from './may-not-pay.tsx'
import type { Source } from './obstacle.ts'
import { ObstacleNotice } from './obstacle-notice.tsx'
import { Review } from './review.tsx'
import type { ReviewLine } from './review-line.ts'
import { go } from './route.ts'
import type { ScreenProps } from './screen.ts'
import { useBalances } from './use-balances.ts'
import { useStepFocus } from './use-step-focus.ts'
import { chosenOf } from './wallet-choice.ts'
import { WalletDraft, type WalletVerb, walletDraftName, walletOrder } from './wallet-order.ts'
import { WalletPicker } from './wallet-picker.tsx'
import './money.css'

export type WalletOrderPlan = {
  verb: WalletVerb
  title: string
  about: (balances: WalletBalances) => ComponentChildren
  walletLabel: string
  /** The wallets that it can be done with, and what to say where there are none. */
  listed: (all: readonly WalletBalances[]) => WalletBalances[]
  none: string
  token: (balances: WalletBalances) => string
  /** The balance that it takes from; undefined where the money is not the wallet's own. */
  source?: Source
  most?: string
  limitSaid?: string
  overLimit?: string
  firstAmount: string
  reviewTitle: string
  confirm: string
  lines: (balances: WalletBalances, amount: string) => ReviewLine[]
}

export type WalletOrderScreenProps = ScreenProps & { plan: WalletOrderPlan }

/** A payment that concerns one wallet alone: a form, then a review of what it comes to. */
export function WalletOrderScreen({ plan, ...props }: WalletOrderScreenProps) {
  const balances = useBalances(props)
  const [reviewing, setReviewing] = useState(false)
  useStepFocus(String(reviewing))
  const create = (
    <Button kind="main" onClick={() => go('wallets')}>
      {orderWords.createWallet}
    </Button>
  )
  return (
    <>
      <Heading back="home">{reviewing ? plan.reviewTitle : plan.title}</Heading>
      <MayNotPay profile={props.profile} />
      <Loaded
        of={balances}
        empty={(all) => plan.listed(all).length === 0}
        whenEmpty={
          <Empty icon="wallet" action={create}>
            {plan.none}
          </Empty>
        }
      >
        {(all) => (
          <WalletOrder
            {...props}
            plan={plan}
            list={plan.listed(all)}
            at={balances.is === 'ready' ? balances.at : 0}
            reviewing={reviewing}
            onReviewing={setReviewing}
          />
        )}
      </Loaded>
    </>
  )
}

type WalletOrderProps = WalletOrderScreenProps & {
  list: WalletBalances[]
  at: number
  reviewing: boolean
  onReviewing: (reviewing: boolean) => void
}

function WalletOrder({ plan, list, at, reviewing, onReviewing, profile, params, settings }: WalletOrderProps) {
  const asked = params.get('wallet')
  const name = walletDraftName(plan.verb, profile.id, asked)
  const { draft, change } = useDraft(name, WalletDraft, {
    walletId: asked,
    amount: plan.firstAmount,
    flaw: null,
    payment: null,
  })
  const [tried, setTried] = useState(false)
  if (draft === undefined) return null
  const balances = chosenOf(list, draft.walletId ?? undefined)
  if (balances === undefined) return null

  const made = walletOrder(plan.verb, draft, balances, plan.most)
  if (reviewing && 'order' in made && draft.payment !== null) {
    return (
      <Review
        profileId={profile.id}
        order={made.order}
        payment={draft.payment}
        lines={plan.lines(balances, made.amount)}
        confirm={plan.confirm}
        onBack={() => onReviewing(false)}
        onBegun={() => dropDraft(name)}
      />
    )
  }
  const edit = (part: Partial<WalletDraft>) => change({ flaw: null, payment: null, ...part })
  const say = (flaw: AmountFlaw) => (flaw === 'over_limit' && plan.overLimit) || amountFieldWords.flaws[flaw]
  const said = tried && 'flaw' in made ? say(made.flaw) : undefined
  const { flaw } = draft
  return (
    <Form
      action={orderWords.review}
      wide
      onSubmit={() => {
        setTried(true)
        if ('flaw' in made) return focusFirst('[name="amount"]')
        change({ walletId: balances.wallet.id, payment: draft.payment ?? crypto.randomUUID() })
        onReviewing(true)
      }}
    >
      <div class="order-about">{plan.about(balances)}</div>
      <WalletPicker
        label={plan.walletLabel}
        name="walletId"
        list={list}
        value={balances.wallet.id}
        onChange={(walletId) => edit({ walletId })}
        error={flaw?.field === 'wallet' ? flaw.text : undefined}
      />
      {plan.source !== undefined && <ObstacleNotice balances={balances} source={plan.source} />}
      <AmountField
        value={draft.amount}
        token={plan.token(balances)}
        onInput={(amount) => edit({ amount })}
        available={availableOf(plan, balances, at, settings.hideConfidential)}
        error={said ?? (flaw?.field === 'amount' ? flaw.text : undefined)}
        {...(plan.most === undefined ? {} : { most: plan.most })}
        {...(plan.limitSaid === undefined ? {} : { hint: plan.limitSaid })}
      />
    </Form>
  )
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
