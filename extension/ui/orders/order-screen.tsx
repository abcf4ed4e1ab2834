import type { ComponentChildren } from 'preact'
import { useCallback, useState } from 'preact/hooks'
import type { WalletBalances } from '#shared/model/balances.ts'
import type { IconName } from '#shared/ui/kit/icons/icon-paths.ts'
import { useBalances } from '../amounts/use-balances.ts'
import { useStepFocus } from '../hooks/focus/use-step-focus.ts'
import { Heading } from '../parts/heading.tsx'
import type { ScreenProps } from '../routes/screen.ts'
import { WithWallets } from '../wallets/with-wallets.tsx'
import { MayNotPay } from './may-not-pay.tsx'

/** What a form that moves money knows, and which of its two steps is on. */
export type OrderSteps = {
  all: WalletBalances[]
  /** When the balances were seen. */
  at: number
  reviewing: boolean
  review: () => void
  change: () => void
}

export type OrderScreenProps = ScreenProps & {
  title: string
  subtitle?: string
  reviewTitle: string
  icon: IconName
  /** The wallets that it can be done with, and what to say where there are none. */
  listed: (all: readonly WalletBalances[]) => readonly WalletBalances[]
  none: string
  /** Beside the title, before the review. */
  actions?: ComponentChildren
  children: (steps: OrderSteps) => ComponentChildren
}

/** A payment is two steps: a form, then a review of what it comes to. */
export function OrderScreen({
  title,
  subtitle,
  reviewTitle,
  icon,
  listed,
  none,
  actions,
  children,
  ...props
}: OrderScreenProps) {
  const balances = useBalances(props)
  const [reviewing, setReviewing] = useState(false)
  useStepFocus(String(reviewing))
  const review = useCallback(() => setReviewing(true), [])
  const change = useCallback(() => setReviewing(false), [])
  return (
    <>
      <Heading back="home" {...(subtitle !== undefined && { subtitle })} actions={reviewing ? undefined : actions}>
        {reviewing ? reviewTitle : title}
      </Heading>
      <MayNotPay profile={props.profile} />
      <WithWallets of={balances} listed={listed} icon={icon} none={none}>
        {(all) => children({ all, at: balances.is === 'ready' ? balances.at : 0, reviewing, review, change })}
      </WithWallets>
    </>
  )
}
