import { Button } from '#shared/ui/kit/button.tsx'
import type { Profile } from '../../gateway/profiles.ts'
import { Gate } from '../../ui/gate.tsx'
import { Lazy } from '../../ui/lazy.tsx'
import { goInTab } from '../../ui/open-tab.ts'
import type { Surface } from '../../ui/screen.ts'
import * as words from '../../words/en.ts'
import type { OnboardingProps } from './onboarding.tsx'

export type WelcomeProps = {
  surface: Surface
  hasVault: boolean
  /** The gateway that has just been connected. */
  profile: Profile | undefined
  onDone: () => void
}

/** The set-up. A popup closes at any click beside it, so it only opens the tab. */
export function Welcome({ surface, ...props }: WelcomeProps) {
  return (
    <Gate surface={surface}>
      {surface === 'popup' ? (
        <>
          <h1>{words.app.name}</h1>
          <p>{words.app.notSetUp}</p>
          <Button kind="main" wide icon="external" onClick={() => goInTab(surface, 'home')}>
            {words.app.setUp}
          </Button>
        </>
      ) : (
        <Lazy<OnboardingProps> load={onboarding} props={props} />
      )}
    </Gate>
  )
}

const onboarding = () => import('./onboarding.tsx').then(({ Onboarding }) => Onboarding)
