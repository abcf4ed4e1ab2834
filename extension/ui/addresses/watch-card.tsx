import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { ask, write } from '../../background/ask.ts'
import { verdictWords } from '../../words/en/notas/verdict.ts'

/** Saves the wallet of an address card among one's own, to be watched. */
export function WatchCard({ profileId, nota }: { profileId: string; nota: string }) {
  const save = useAction(async () => {
    await write(profileId, 'createWallet', { type: 'external', nota }, crypto.randomUUID())
    announce(verdictWords.watched)
    await ask('gateway.refresh', { profileId, force: true })
  })
  return (
    <>
      <Button icon="eye" busy={save.busy} onClick={save.run}>
        {verdictWords.watch}
      </Button>
      {save.failure !== undefined && <Refused failure={save.failure} />}
    </>
  )
}
