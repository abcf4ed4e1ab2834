import type { WalletBalances } from '#shared/model/balances.ts'
import { Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import { WalletRow } from '../../ui/wallets/wallet-row.tsx'
import { homeWords } from '../../words/en/home.ts'

const SHOWN = 5

/** The wallets beside the primary one; all of them have a screen of their own. */
export function OtherWallets({ others, hidden }: { others: readonly WalletBalances[]; hidden: boolean }) {
  if (others.length === 0) return null
  return (
    <Section title={homeWords.others} actions={<a href={routeHash('wallets')}>{homeWords.all}</a>}>
      <Rows>
        {others.slice(0, SHOWN).map((each) => (
          <WalletRow key={each.wallet.id} balances={each} hidden={hidden} />
        ))}
      </Rows>
    </Section>
  )
}
