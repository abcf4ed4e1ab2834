import { useState } from 'preact/hooks'
import { WALLETS_MAX } from '#shared/limits.ts'
import type { WalletBalances } from '#shared/model/balances.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { IconButton } from '#shared/ui/kit/buttons/icon-button.tsx'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useBalances } from '../../ui/amounts/use-balances.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { go } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { WalletRow } from '../../ui/wallets/wallet-row.tsx'
import { appWords } from '../../words/en/app.ts'
import { walletsWords } from '../../words/en/wallets/wallets.ts'
import { CreateWallet } from './create-wallet.tsx'
import { listed, PAGE, whyNotAdd } from './model.ts'
import { Watch } from './watch.tsx'

/** Every wallet of the account, and the two ways to get one more. */
export function Wallets(props: ScreenProps) {
  if (props.params.has('watch')) return <Watch {...props} />
  return <WalletList {...props} />
}

function WalletList(props: ScreenProps) {
  const words = walletsWords
  const balances = useBalances(props)
  const [creating, setCreating] = useState(false)
  const create = () => setCreating(true)
  return (
    <>
      <Heading
        actions={
          balances.is === 'ready' &&
          balances.value.length > 0 && <Add list={balances.value} {...props} onCreate={create} />
        }
      >
        {appWords.nav.wallets}
      </Heading>
      <Loaded
        of={balances}
        // The popup's height is for the wallets; it reads them anew whenever it is opened.
        age={props.surface === 'tab'}
        empty={(list) => list.length === 0}
        whenEmpty={
          <Empty
            icon="wallet"
            action={
              <Button kind="main" icon="plus" onClick={create}>
                {words.create}
              </Button>
            }
          >
            {words.empty}
          </Empty>
        }
      >
        {(list) => (
          <>
            <WhyNot list={list} {...props} />
            <List list={list} hidden={props.settings.hideConfidential} />
          </>
        )}
      </Loaded>
      {creating && <CreateWallet profileId={props.profile.id} onClose={() => setCreating(false)} />}
    </>
  )
}

type AddProps = Pick<ScreenProps, 'profile' | 'surface'> & { list: readonly WalletBalances[]; onCreate: () => void }

function WhyNot({ list, profile }: Omit<AddProps, 'onCreate'>) {
  const words = walletsWords
  const why = whyNotAdd(list.length, profile)
  return why === undefined ? null : <p class="hint">{why === 'full' ? words.full(WALLETS_MAX) : words.mayNot}</p>
}

function Add({ list, profile, surface, onCreate }: AddProps) {
  const words = walletsWords
  const watch = () => go('wallets', { watch: '1' })
  if (whyNotAdd(list.length, profile) !== undefined) return null
  if (surface !== 'tab') {
    return (
      <>
        <IconButton icon="eye" label={words.watch} onClick={watch} />
        <IconButton icon="plus" label={words.create} onClick={onCreate} />
      </>
    )
  }
  return (
    <>
      <Button icon="eye" onClick={watch}>
        {words.watch}
      </Button>
      <Button kind="main" icon="plus" onClick={onCreate}>
        {words.create}
      </Button>
    </>
  )
}

function List({ list, hidden }: { list: readonly WalletBalances[]; hidden: boolean }) {
  const [shown, setShown] = useState(PAGE)
  const { rows, more } = listed(list, shown)
  return (
    <Card>
      <Rows label={walletsWords.list}>
        {rows.map((each) => (
          <WalletRow key={each.wallet.id} balances={each} hidden={hidden} />
        ))}
      </Rows>
      {more > 0 && <Button onClick={() => setShown(shown + PAGE)}>{walletsWords.more}</Button>}
    </Card>
  )
}
