import type { Transaction } from '#shared/model/transaction.ts'
import { stepperWords, waitingWords } from '../../words/en/payments/progress.ts'
import type { StepperStep } from './stepper.tsx'
import type { Step } from './steps.ts'

/** Steps with their titles; the one under way says what it waits for. */
export function shownSteps(steps: readonly Step[], transaction: Pick<Transaction, 'waitingFor'> | null): StepperStep[] {
  const why = waitingText(transaction?.waitingFor ?? null)
  return steps.map(({ name, state }) => ({
    title: stepperWords.names[name],
    state,
    ...(state === 'now' && why !== undefined ? { note: why } : {}),
  }))
}

/** A newer gateway may wait for something that this wallet has no words for. */
export function waitingText(waitingFor: string | null): string | undefined {
  if (waitingFor === null) return undefined
  return Object.hasOwn(waitingWords, waitingFor) ? waitingWords[waitingFor as keyof typeof waitingWords] : undefined
}
