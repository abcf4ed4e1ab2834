import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import type { Profile } from '../../gateway/profiles.ts'
import { useFirstWallet } from '../../ui/wallets/use-first-wallet.ts'
import { homeWords } from '../../words/en/home.ts'

/** An account without a wallet has one thing to do. */
export function NoWallet({ profile }: { profile: Profile }) {
  const create = useFirstWallet(profile.id)
  return (
    <>
      {create.failure !== undefined && <Refused failure={create.failure} />}
      <Empty
        icon="wallet"
        action={
          <Button kind="main" icon="plus" busy={create.busy} onClick={create.run}>
            {homeWords.create}
          </Button>
        }
      >
        {homeWords.noWallet}
      </Empty>
    </>
  )
}
