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
  const said = thisBrowserWords
  const known = useLoad(() => ask('vault.state', {}), [])
  const [removing, setRemoving] = useState(false)
  const add = useAction(async () => {
    const { makeUnlockPasskey } = await import('../../vault/prf.ts')
    await ask('vault.addPasskey', await makeUnlockPasskey())
    announce(said.passkeyAdded)
    await known.reload()
  })
  const remove = async () => {
    await ask('vault.removePasskey', {})
    announce(said.passkeyRemoved)
    await known.reload()
  }
  const passkey = known.is === 'ready' ? known.value.passkey : undefined
  return (
    <>
      <Row
        icon="passkey"
        title={said.passkey}
        meta={[
          passkey ? <Time key="since" at={passkey.createdAt} as="day" said={said.passkeySince} /> : said.passkeyAbout,
          add.failure !== undefined && <Refused key="failure" failure={add.failure} />,
        ]}
        actions={
          passkey ? (
            <Button kind="quiet-danger" label={said.passkeyOffLabel} onClick={() => setRemoving(true)}>
              {said.passkeyOff}
            </Button>
          ) : (
            <Button kind="quiet" label={said.passkeyOnLabel} busy={add.busy} onClick={add.run}>
              {said.passkeyOn}
            </Button>
          )
        }
      />
      {removing && (
        <Dialog
          title={said.passkeyOffTitle}
          action={said.passkeyOff}
          kind="danger"
          onSubmit={remove}
          onClose={() => setRemoving(false)}
        >
          <p>{said.passkeyOffAbout}</p>
        </Dialog>
      )}
    </>
  )
}
