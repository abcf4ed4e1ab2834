import { useState } from 'preact/hooks'
import type { Webhook } from '#shared/model/webhook.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { write } from '../../background/ask.ts'
import { goInTab } from '../../ui/frame/open-tab.ts'
import { Notice } from '../../ui/parts/notice.tsx'
import { go, routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { webhooksWords } from '../../words/en/webhooks.ts'
import { RemoveWebhook } from './remove.tsx'
import { WebhookSecret } from './secret.tsx'

type DeedsProps = Pick<ScreenProps, 'profile' | 'surface' | 'params'> & {
  webhook: Webhook
  onDone: () => Promise<unknown>
}

/** What can be done with a webhook. What it was sent is below, the test too. */
export function Deeds({ profile, surface, params, webhook, onDone }: DeedsProps) {
  const words = webhooksWords
  const { id, status, formerSecretUntil } = webhook
  const isOff = status === 'disabled'
  const [asking, setAsking] = useState<'off' | 'secret' | 'remove' | undefined>(
    params.has('secret') ? 'secret' : undefined,
  )
  const [secret, setSecret] = useState<string>()
  const close = () => setAsking(undefined)
  // Also after a failure: the screen shows the gateway's state.
  const enable = async (enabled: boolean) => {
    await write(profile.id, 'patchWebhook', { id, enabled }).finally(onDone)
    announce(enabled ? words.switchedOn : words.switchedOff)
  }
  const on = useAction(() => enable(true))
  const rotate = async () => {
    const rotating = write(profile.id, 'rotateWebhookSecret', { id })
    // Where its answer was lost, another secret would end the one that the receiver has: the dialog then says so.
    await rotating.catch(onDone)
    setSecret((await rotating).secret)
    void onDone()
  }
  // A popup closes at a click beside it, and the secret would be gone.
  const askSecret = () => (surface === 'popup' ? goInTab(surface, 'webhooks', { id, secret: '' }) : setAsking('secret'))
  return (
    <>
      <div class="buttons">
        <a class="button" href={routeHash('webhooks', { id, change: '' })}>
          {words.change}
        </a>
        {isOff ? (
          <Button busy={on.busy} onClick={on.run}>
            {words.switchOn}
          </Button>
        ) : (
          <Button onClick={() => setAsking('off')}>{words.switchOff}</Button>
        )}
        <Button icon={surface === 'popup' ? 'external' : 'key'} onClick={askSecret}>
          {words.newSecret}
        </Button>
        <Button kind="quiet-danger" onClick={() => setAsking('remove')}>
          {words.remove}
        </Button>
      </div>
      {on.failure !== undefined && <Refused failure={on.failure} />}
      {asking === 'off' && (
        <Dialog title={words.offTitle} action={words.switchOff} onSubmit={() => enable(false)} onClose={close}>
          <p>{words.offAbout}</p>
        </Dialog>
      )}
      {asking === 'secret' && (
        <Dialog title={words.rotateTitle} action={words.newSecret} onSubmit={rotate} onClose={close}>
          <p>{words.rotateAbout}</p>
          {formerSecretUntil !== null && (
            <Notice tone="warn" icon="warning">
              <Time at={formerSecretUntil} as="moment" around={words.rotateEnds} />
            </Notice>
          )}
        </Dialog>
      )}
      {secret !== undefined && <WebhookSecret secret={secret} onClose={() => setSecret(undefined)} />}
      {asking === 'remove' && (
        <RemoveWebhook profileId={profile.id} id={id} onRemoved={() => go('webhooks')} onClose={close} />
      )}
    </>
  )
}
