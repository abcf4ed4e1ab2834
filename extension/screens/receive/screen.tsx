import { useState } from 'preact/hooks'
import type { WalletBalances } from '#shared/model/balances.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { AddressBlock } from '../../ui/addresses/address-block.tsx'
import { CardButtons } from '../../ui/addresses/card-buttons.tsx'
import { useBalances } from '../../ui/amounts/use-balances.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { go, routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { WalletPicker } from '../../ui/wallets/wallet-picker.tsx'
import { requestsWords } from '../../words/en/requests.ts'
import { receiveWords } from '../../words/en/wallets/receive.ts'
import { receiverOf } from './model.ts'

/** Where to be paid: an address for anybody, a card for anyone who wants to know that it is yours. */
export function Receive(props: ScreenProps) {
  const balances = useBalances(props)
  const create = (
    <Button kind="main" onClick={() => go('wallets')}>
      {receiveWords.create}
    </Button>
  )
  return (
    <>
      <Heading>{receiveWords.title}</Heading>
      <Loaded
        of={balances}
        empty={(list) => list.length === 0}
        whenEmpty={
          <Empty icon="receive" action={create}>
            {receiveWords.none}
          </Empty>
        }
      >
        {(list) => <Into {...props} list={list} />}
      </Loaded>
    </>
  )
}

function Into({ profile, params, list }: ScreenProps & { list: WalletBalances[] }) {
  const [chosen, setChosen] = useState<string>()
  const wallet = receiverOf(list, chosen, params.get('wallet'))
  if (wallet === undefined) return null
  const words = receiveWords
  return (
    <>
      {list.length > 1 && (
        <WalletPicker label={words.wallet} name="wallet" list={list} value={wallet.id} onChange={setChosen} />
      )}
      <Card>
        <AddressBlock wallet={wallet} />
        <p class="hint">{words.network}</p>
      </Card>
      <Section title={requestsWords.title} about={requestsWords.about}>
        <div class="buttons">
          {wallet.type === 'CUSTODIAL' && (
            <a class="button" href={routeHash('requests', { make: '', wallet: wallet.id })}>
              {requestsWords.make}
            </a>
          )}
          <a class="button button-quiet" href={routeHash('requests')}>
            {requestsWords.title}
          </a>
        </div>
      </Section>
      <Section title={words.card} about={words.cardAbout}>
        <CardButtons key={wallet.id} profileId={profile.id} wallet={wallet} />
      </Section>
    </>
  )
}
