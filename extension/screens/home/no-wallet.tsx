import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import type { Profile } from '../../gateway/profiles.ts'
import { FirstWallet } from '../../ui/wallets/first-wallet.tsx'
import { homeWords } from '../../words/en/home.ts'

/** An account without a wallet has one thing to do. */
export function NoWallet({ profile }: { profile: Profile }) {
  return (
    <Card>
      <div class="empty no-wallet">
        <Icon name="wallet" />
        <p>{homeWords.noWallet}</p>
      </div>
      <FirstWallet profileId={profile.id} />
    </Card>
  )
}
