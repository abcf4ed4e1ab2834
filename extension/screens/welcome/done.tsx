import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { read } from '../../background/ask.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { go } from '../../ui/routes/route.ts'
import { FirstWallet } from '../../ui/wallets/first-wallet.tsx'
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
  return (
    <div class="stack">
      <Loaded of={wallets}>
        {(count) => (
          <>
            <p>{count === 0 ? said.noWallet : said.wallets(count)}</p>
            {count === 0 && <FirstWallet profileId={profile.id} onCreated={leave} />}
          </>
        )}
      </Loaded>
      <Button kind={wallets.is === 'ready' && wallets.value > 0 ? 'main' : 'quiet'} wide onClick={leave}>
        {said.open}
      </Button>
    </div>
  )
}
