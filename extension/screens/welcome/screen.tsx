import { Button } from '#shared/ui/kit/buttons/button.tsx'
import type { Profile } from '../../gateway/profiles.ts'
import { Gate } from '../../ui/frame/gate.tsx'
import { goInTab } from '../../ui/frame/open-tab.ts'
import { Lazy } from '../../ui/parts/lazy.tsx'
import type { Surface } from '../../ui/routes/screen.ts'
import { appWords } from '../../words/en/app.ts'
import type { OnboardingProps } from './onboarding.tsx'

export type WelcomeProps = {
  surface: Surface
  hasVault: boolean
  /** The gateway that has just been connected. */
  profile: Profile | undefined
  onDone: () => void
}

/** The set-up. A popup closes at any click beside it and a panel is narrow, so they only open the tab. */
export function Welcome({ surface, ...props }: WelcomeProps) {
  return (
    <Gate surface={surface} connected={props.profile !== undefined}>
      {surface !== 'tab' ? (
        <>
          <h1>{appWords.name}</h1>
          <p>{appWords.notSetUp}</p>
          <Button kind="main" wide icon="external" onClick={() => goInTab(surface, 'home')}>
            {appWords.setUp}
          </Button>
        </>
      ) : (
        <Lazy<OnboardingProps> load={onboarding} props={props} />
      )}
    </Gate>
  )
}

const onboarding = () => import('./onboarding.tsx').then(({ Onboarding }) => Onboarding)
