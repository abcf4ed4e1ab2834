import type { Wallet } from '#shared/model/wallet.ts'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { Facts } from '../../ui/parts/facts.tsx'
import { walletWords } from '../../words/en/wallets/wallet.ts'

/** Where its key is and since when it is here. */
export function About({ wallet }: { wallet: Wallet }) {
  const said = walletWords
  return (
    <Section title={said.about}>
      <Facts
        facts={[
          { name: said.kind, value: wallet.type === 'CUSTODIAL' ? said.custodial : said.external },
          { name: said.created, value: <Time at={wallet.createdAt} as="day" /> },
        ]}
      />
    </Section>
  )
}
