import type { ComponentChildren } from 'preact'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import type { IconName } from '#shared/ui/kit/icons/icon-paths.ts'
import { stepperWords } from '../../words/en/payments/progress.ts'
import type { StepState } from './steps.ts'
import '../styles/stepper.css'

export type StepperStep = {
  title: string
  state: StepState
  /** Why it waits, or why it failed. */
  note?: ComponentChildren
}

const icons: Record<StepState, IconName | undefined> = {
  done: 'check',
  now: undefined,
  later: undefined,
  failed: 'close',
  unknown: undefined,
  stopped: undefined,
}

/** What happens one after the other, and how far it is. Never by colour alone: each step says its state in words. */
export function Stepper({ steps, label }: { steps: readonly StepperStep[]; label: string }) {
  return (
    <ol class="stepper" aria-label={label}>
      {steps.map(({ title, state, note }) => {
        const icon = icons[state]
        return (
          <li
            class={`step step-${state}`}
            key={title}
            aria-current={state === 'now' || state === 'unknown' ? 'step' : undefined}
          >
            <span class="step-mark">{icon !== undefined && <Icon name={icon} />}</span>
            <div class="step-said">
              <p class="step-title">
                {title} <span class="step-state">{stepperWords.states[state]}</span>
              </p>
              {note !== undefined && <p class="step-why">{note}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
