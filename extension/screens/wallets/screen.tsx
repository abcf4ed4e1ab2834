import { useState } from 'preact/hooks'
import { WALLETS_MAX } from '#shared/limits.ts'
import type { WalletBalances } from '#shared/model/balances.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
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
  const said = walletsWords
  const balances = useBalances(props)
  const [creating, setCreating] = useState(false)
  const create = () => setCreating(true)
  return (
    <>
      <Heading>{appWords.nav.wallets}</Heading>
      <Loaded
        of={balances}
        age
        empty={(list) => list.length === 0}
        whenEmpty={
          <Empty
            icon="wallet"
            action={
              <Button kind="main" icon="plus" onClick={create}>
                {said.create}
              </Button>
            }
          >
            {said.empty}
          </Empty>
        }
      >
        {(list) => (
          <>
            <Add list={list} {...props} onCreate={create} />
            <List list={list} hidden={props.settings.hideConfidential} />
          </>
        )}
      </Loaded>
      {creating && <CreateWallet profileId={props.profile.id} onClose={() => setCreating(false)} />}
    </>
  )
}

type AddProps = Pick<ScreenProps, 'profile'> & { list: readonly WalletBalances[]; onCreate: () => void }

function Add({ list, profile, onCreate }: AddProps) {
  const said = walletsWords
  const why = whyNotAdd(list.length, profile)
  if (why !== undefined) return <p class="hint">{why === 'full' ? said.full(WALLETS_MAX) : said.mayNot}</p>
  return (
    <div class="buttons">
      <Button kind="main" icon="plus" onClick={onCreate}>
        {said.create}
      </Button>
      <Button icon="eye" onClick={() => go('wallets', { watch: '1' })}>
        {said.watch}
      </Button>
    </div>
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
