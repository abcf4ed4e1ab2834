import { useState } from 'preact/hooks'
import { ask } from '../../background/ask.ts'
import { profiles } from '../../gateway/profiles.ts'
import { useStepFocus } from '../../ui/hooks/focus/use-step-focus.ts'
import { useItem } from '../../ui/hooks/use-item.ts'
import { welcomeWords } from '../../words/en/session/welcome.ts'
import { GatewayStep, giveBack } from '../connect/gateway-step.tsx'
import { KeyStep } from '../connect/key-step.tsx'
import { defaultName } from '../connect/model.ts'
import { Done } from './done.tsx'
import { FromBackup } from './from-backup.tsx'
import { Intro } from './intro.tsx'
import { stepOf } from './model.ts'
import { PasswordStep } from './password-step.tsx'
import { Progress } from './progress.tsx'
import type { WelcomeProps } from './screen.tsx'
import './welcome.css'

export type OnboardingProps = Omit<WelcomeProps, 'surface'>

/** Password, gateway, sign-in, and what comes next. */
export function Onboarding({ hasVault, profile, onDone }: OnboardingProps) {
  const words = welcomeWords
  const known = useItem(profiles)?.list ?? []
  const [origin, setOrigin] = useState<string>()
  const step = stepOf({ hasVault, origin, connected: profile !== undefined })
  // A reader hears of the next step; the first is read with the page.
  useStepFocus(step)

  return (
    <div class="welcome">
      {step === 'password' && <Intro />}
      <Progress now={step} />
      <h1 tabIndex={-1}>{words.titles[step]}</h1>
      <p class="soft">{words.abouts[step]}</p>
      {step === 'password' && <PasswordStep />}
      {step === 'gateway' && (
        <>
          <GatewayStep profiles={known} onFound={setOrigin} />
          <FromBackup onDone={onDone} />
        </>
      )}
      {step === 'key' && origin !== undefined && (
        <KeyStep
          origin={origin}
          keep={(apiKey) => ask('profile.add', { origin, name: defaultName(origin, known), apiKey })}
          onBack={async () => {
            setOrigin(undefined)
            await giveBack(origin, known)
          }}
          onDone={() => setOrigin(undefined)}
        />
      )}
      {step === 'done' && profile !== undefined && <Done profile={profile} onDone={onDone} />}
    </div>
  )
}
