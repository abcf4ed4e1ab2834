import { useEffect } from 'preact/hooks'
import type { Wallet } from '#shared/model/wallet.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { Waiting } from '#shared/ui/kit/states/waiting.tsx'
import { read } from '../../background/ask.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { view } from '../../store/view.ts'
import { GroupedAddress } from '../../ui/addresses/grouped-address.tsx'
import { openTab } from '../../ui/frame/open-tab.ts'
import { useLive } from '../../ui/hooks/use-live.ts'
import { WalletPicker } from '../../ui/wallets/wallet-picker.tsx'
import { orderWords } from '../../words/en/orders/order.ts'
import { approveWords } from '../../words/en/sites/approve.ts'
import { pickedOf, walletsIn } from './model.ts'

export type PickWalletProps = {
  profile: Profile
  /** ID of the wallet; undefined until one is there. */
  value: string | undefined
  onChange: (id: string) => void
}

/** Whose address the site is to know. Wallets of any kind: to be paid one needs no key. */
export function PickWallet({ profile, value, onChange }: PickWalletProps) {
  const wallets = useLive(
    async () => walletsIn(await view.get(), profile.id) ?? (await read(profile.id, 'listWallets', {})).wallets,
    // Tried again until there are some, then no more: a choice must not change under somebody's hand.
    ({ length }) => length === 0,
    profile.id,
  )
  return (
    <Loaded
      of={wallets}
      waiting={<Waiting lines={2} />}
      empty={(list) => list.length === 0}
      whenEmpty={
        <Empty icon="wallet" action={<Button onClick={() => openTab('wallets')}>{orderWords.createWallet}</Button>}>
          {orderWords.noWallet}
        </Empty>
      }
    >
      {(list) => <Picked list={list} value={value} onChange={onChange} />}
    </Loaded>
  )
}

type PickedProps = Pick<PickWalletProps, 'value' | 'onChange'> & { list: readonly Wallet[] }

function Picked({ list, value, onChange }: PickedProps) {
  const picked = pickedOf(list, value)
  useEffect(() => {
    if (picked !== undefined && picked.id !== value) onChange(picked.id)
  }, [picked?.id, value])
  return (
    <>
      <WalletPicker
        label={approveWords.wallet}
        name="wallet"
        list={list.map((wallet) => ({ wallet }))}
        value={picked?.id}
        onChange={onChange}
      />
      {picked !== undefined && <GroupedAddress value={picked.address} />}
    </>
  )
}
