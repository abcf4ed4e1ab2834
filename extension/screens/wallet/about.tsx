import type { Wallet } from '#shared/model/wallet.ts'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { Facts } from '../../ui/parts/facts.tsx'
import { walletWords } from '../../words/en/wallets/wallet.ts'

/** Where its key is and since when it is here. */
export function About({ wallet }: { wallet: Wallet }) {
  const words = walletWords
  return (
    <Section title={words.about}>
      <Facts
        facts={[
          { name: words.kind, value: wallet.type === 'CUSTODIAL' ? words.custodial : words.external },
          { name: words.created, value: <Time at={wallet.createdAt} as="day" /> },
        ]}
      />
    </Section>
  )
}
