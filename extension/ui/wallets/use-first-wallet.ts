import { type Action, useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { ask, write } from '../../background/ask.ts'
import { useOnce } from '../hooks/use-once.ts'

/** Creates the account's first wallet; pressed again after a failure it is still the same one. */
export function useFirstWallet(profileId: string, onCreated: () => void = () => {}): Action {
  const key = useOnce(() => crypto.randomUUID())
  return useAction(async () => {
    await write(profileId, 'createWallet', { type: 'custodial' }, key)
    // The wallet is there, whether or not it can be read back at once.
    await ask('gateway.refresh', { profileId, force: true }).catch(() => undefined)
    onCreated()
  })
}
