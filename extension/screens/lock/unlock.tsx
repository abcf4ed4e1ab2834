import { useEffect, useState } from 'preact/hooks'
import { failureOf } from '#shared/client-failure.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { PasswordField } from '#shared/ui/kit/forms/password-field.tsx'
import { useFirstFocus } from '#shared/ui/kit/forms/use-first-focus.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { textOf } from '#shared/ui/security/text-of.ts'
import { ask } from '../../background/ask.ts'
import { goInTab } from '../../ui/frame/open-tab.ts'
import { useCountdown } from '../../ui/hooks/use-countdown.ts'
import type { Surface } from '../../ui/routes/screen.ts'
import { VAULT_PASSWORD_MAX } from '../../vault/password-limits.ts'
import { lockWords } from '../../words/en/session/lock.ts'
import { clock, isWorthSaying, type LockKnown, pausedUntil } from './model.ts'

const derivation = () => import('../../vault/by-password.ts')

/** Password or passkey; the pause after wrong ones is counted down. */
export function Unlock({ surface }: { surface: Surface }) {
  const words = lockWords
  const [known, setKnown] = useState<LockKnown>()
  const [until, setUntil] = useState(0)
  const left = useCountdown(until)
  const password = useFirstFocus<HTMLInputElement>()

  const look = async () => {
    const found = await ask('vault.state', {})
    setKnown(found)
    setUntil(pausedUntil(found, Date.now()))
  }
  useEffect(() => {
    void look().catch(() => undefined)
    // While the password is typed.
    void derivation()
  }, [])

  const unlock = async (values: FormData) => {
    try {
      const { unlockBy } = await import('../../vault/by-password.ts')
      await unlockBy(textOf(values, 'password'))
    } catch (error) {
      await look()
      if (isWorthSaying(failureOf(error))) throw error
    }
  }
  return (
    <>
      <Form action={words.unlock} wide onSubmit={unlock}>
        <PasswordField
          label={words.password}
          name="password"
          autocomplete="current-password"
          maxLength={VAULT_PASSWORD_MAX}
          inputRef={password}
        />
        {left > 0 && (
          <p class="lock-pause" role="timer">
            {words.pause(clock(left))}
          </p>
        )}
      </Form>
      {known?.passkey && <UnlockByPasskey surface={surface} passkey={known.passkey} />}
    </>
  )
}

function UnlockByPasskey({ surface, passkey }: { surface: Surface; passkey: NonNullable<LockKnown['passkey']> }) {
  const unlock = useAction(async () => {
    const { askUnlockPasskey } = await import('../../vault/prf.ts')
    await ask('vault.unlockByPasskey', { prf: await askUnlockPasskey(passkey) })
  })
  // The browser's own window would close a popup, and belongs to a tab.
  if (surface !== 'tab') {
    return (
      <Button wide icon="external" onClick={() => goInTab(surface, 'home')}>
        {lockWords.passkeyInTab}
      </Button>
    )
  }
  return (
    <>
      <Button wide icon="passkey" busy={unlock.busy} onClick={unlock.run}>
        {lockWords.passkey}
      </Button>
      {unlock.failure !== undefined && <Refused failure={unlock.failure} />}
    </>
  )
}
