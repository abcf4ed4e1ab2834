import { useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { Row } from '#shared/ui/kit/layout/rows.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { ask } from '../../background/ask.ts'
import { thisBrowserWords } from '../../words/en/settings/this-browser.ts'

/** Switches the passkey that unlocks on and off. The password stays a way in. */
export function UnlockPasskeyRow() {
  const words = thisBrowserWords
  const known = useLoad(() => ask('vault.state', {}), [])
  const [removing, setRemoving] = useState(false)
  const add = useAction(async () => {
    const { makeUnlockPasskey } = await import('../../vault/prf.ts')
    await ask('vault.addPasskey', await makeUnlockPasskey())
    announce(words.passkeyAdded)
    await known.reload()
  })
  const remove = async () => {
    await ask('vault.removePasskey', {})
    announce(words.passkeyRemoved)
    await known.reload()
  }
  const passkey = known.is === 'ready' ? known.value.passkey : undefined
  return (
    <>
      <Row
        icon="passkey"
        title={words.passkey}
        meta={[
          passkey ? (
            <Time key="since" at={passkey.createdAt} as="day" around={words.passkeySince} />
          ) : (
            words.passkeyAbout
          ),
          add.failure !== undefined && <Refused key="failure" failure={add.failure} />,
        ]}
        actions={
          passkey ? (
            <Button kind="quiet-danger" label={words.passkeyOffLabel} onClick={() => setRemoving(true)}>
              {words.passkeyOff}
            </Button>
          ) : (
            <Button kind="quiet" label={words.passkeyOnLabel} busy={add.busy} onClick={add.run}>
              {words.passkeyOn}
            </Button>
          )
        }
      />
      {removing && (
        <Dialog
          title={words.passkeyOffTitle}
          action={words.passkeyOff}
          kind="danger"
          onSubmit={remove}
          onClose={() => setRemoving(false)}
        >
          <p>{words.passkeyOffAbout}</p>
        </Dialog>
      )}
    </>
  )
}
