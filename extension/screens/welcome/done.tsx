import { useEffect, useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { read } from '../../background/ask.ts'
import { browser } from '../../browser.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { Notice } from '../../ui/parts/notice.tsx'
import { go } from '../../ui/routes/route.ts'
import { FirstWallet } from '../../ui/wallets/first-wallet.tsx'
import { welcomeWords } from '../../words/en/session/welcome.ts'

/** Undefined where the browser does not say. */
function useIsPinned(): boolean | undefined {
  const [pinned, setPinned] = useState<boolean>()
  useEffect(() => {
    const ask = browser.action.getUserSettings
    if (ask === undefined) return
    void ask.call(browser.action).then(
      ({ isOnToolbar }) => setPinned(isOnToolbar),
      () => undefined,
    )
  }, [])
  return pinned
}

/** What comes next: the first wallet, where the account has none. */
export function Done({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const words = welcomeWords
  const wallets = useLoad(
    () => read(profile.id, 'listWallets', {}).then((answer) => answer.wallets.length),
    [profile.id],
  )
  const pinned = useIsPinned()
  const leave = () => {
    go('home')
    onDone()
  }
  return (
    <div class="stack">
      <Loaded of={wallets}>
        {(count) => (
          <>
            <p>{count === 0 ? words.noWallet : words.wallets(count)}</p>
            {count === 0 && <FirstWallet profileId={profile.id} onCreated={leave} />}
          </>
        )}
      </Loaded>
      {pinned === false && <Notice icon="star">{words.pin}</Notice>}
      <Button kind={wallets.is === 'ready' && wallets.value > 0 ? 'main' : 'quiet'} wide onClick={leave}>
        {words.open}
      </Button>
    </div>
  )
}
