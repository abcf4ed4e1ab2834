import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { read } from '../../background/ask.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { go } from '../../ui/routes/route.ts'
import { useFirstWallet } from '../../ui/wallets/use-first-wallet.ts'
import { welcomeWords } from '../../words/en/session/welcome.ts'

/** What comes next: the first wallet, where the account has none. */
export function Done({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const said = welcomeWords
  const wallets = useLoad(
    () => read(profile.id, 'listWallets', {}).then((answer) => answer.wallets.length),
    [profile.id],
  )
  const leave = () => {
    go('home')
    onDone()
  }
  const create = useFirstWallet(profile.id, leave)
  return (
    <div class="stack">
      <Loaded of={wallets}>
        {(count) => (
          <>
            <p>{count === 0 ? said.noWallet : said.wallets(count)}</p>
            {create.failure !== undefined && <Refused failure={create.failure} />}
            {count === 0 && (
              <Button kind="main" wide icon="plus" busy={create.busy} onClick={create.run}>
                {said.create}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <Button kind={wallets.is === 'ready' && wallets.value > 0 ? 'main' : 'quiet'} wide onClick={leave}>
        {said.open}
      </Button>
    </div>
  )
}
