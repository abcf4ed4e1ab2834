import type { ComponentChildren } from 'preact'
import type { WalletBalances } from '#shared/model/balances.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import type { IconName } from '#shared/ui/kit/icons/icon-paths.ts'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { orderWords } from '../../words/en/orders/order.ts'
import type { useBalances } from '../amounts/use-balances.ts'
import { go } from '../routes/route.ts'
import { custodialOf } from './wallet-choice.ts'

type WithWalletsProps = {
  of: ReturnType<typeof useBalances>
  /** The wallets that it can be done with; those that the gateway pays from, unless given. */
  listed?: (all: readonly WalletBalances[]) => readonly WalletBalances[]
  icon?: IconName
  /** Said where there is none. */
  none?: string
  children: (all: WalletBalances[]) => ComponentChildren
}

/** A form that needs a wallet: shown once the wallets are loaded, and in its place how to make one where there is none. */
export function WithWallets({
  of,
  listed = custodialOf,
  icon = 'wallet',
  none = orderWords.noCustodial,
  children,
}: WithWalletsProps) {
  const create = (
    <Button kind="main" onClick={() => go('wallets')}>
      {orderWords.createWallet}
    </Button>
  )
  return (
    <Loaded
      of={of}
      empty={(all) => listed(all).length === 0}
      whenEmpty={
        <Empty icon={icon} action={create}>
          {none}
        </Empty>
      }
    >
      {children}
    </Loaded>
  )
}
