/** The steps of the set-up, in order. */
export const steps = ['password', 'gateway', 'key', 'done'] as const
export type Step = (typeof steps)[number]

export type SetUp = {
  hasVault: boolean
  /** Origin of the gateway that was found, while it is not connected yet. */
  origin: string | undefined
  connected: boolean
}

/** Which step is due follows from what is there already, so that a set-up that was left goes on where it was. */
export function stepOf({ hasVault, origin, connected }: SetUp): Step {
  if (!hasVault) return 'password'
  if (connected) return 'done'
  return origin === undefined ? 'gateway' : 'key'
}

export type StepMark = 'done' | 'now' | 'later'

/** How far the set-up is, step by step. */
export function marksOf(now: Step): { step: Step; mark: StepMark }[] {
  const at = steps.indexOf(now)
  return steps.map((step, index) => ({ step, mark: index < at ? 'done' : index === at ? 'now' : 'later' }))
}
