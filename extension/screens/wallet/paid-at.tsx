import type { Wallet } from '#shared/model/wallet.ts'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import type { Profile } from '../../gateway/profiles.ts'
import { AddressBlock } from '../../ui/addresses/address-block.tsx'
import { CardButtons } from '../../ui/addresses/card-buttons.tsx'
import { walletWords } from '../../words/en/wallets/wallet.ts'

/** Address and card of the wallet. */
export function PaidAt({ profile, wallet }: { profile: Profile; wallet: Wallet }) {
  return (
    <Section title={walletWords.address} about={walletWords.addressAbout}>
      <AddressBlock wallet={wallet} />
      <CardButtons profileId={profile.id} wallet={wallet} />
    </Section>
  )
}
