import type { ComponentChildren } from 'preact'
import { useCallback, useRef, useState } from 'preact/hooks'
import { failureOf } from '../../../client-failure.ts'
import type { SecurityProps } from '../props.ts'
import { type Again, AgainContext } from './again-context.ts'
import { SignInAgain } from './sign-in-again.tsx'

export type AgainProviderProps = Pick<SecurityProps, 'api' | 'user' | 'origin'> & {
  children: ComponentChildren
  /** Told after a new sign-in, whose session has taken the place of the former one. */
  onChanged?: () => void
}

/** Asks who it is, over whatever is on screen, when something below needs a sign-in under ten minutes old. */
export function AgainProvider({ children, onChanged, ...props }: AgainProviderProps) {
  const [asking, setAsking] = useState<{ answer: (signedIn: boolean) => void }>()
  const asked = useRef<Promise<boolean>>(undefined)
  const again: Again = useCallback(async (work) => {
    try {
      return await work()
    } catch (error) {
      if (failureOf(error).code !== 'reauthentication_required') throw error
    }
    // One question at a time: what needs a sign-in meanwhile waits for the same answer.
    asked.current ??= new Promise<boolean>((answer) => setAsking({ answer })).finally(() => {
      asked.current = undefined
      setAsking(undefined)
    })
    return (await asked.current) ? work() : undefined
  }, [])
  const answer = (signedIn: boolean) => {
    asking?.answer(signedIn)
    if (signedIn) onChanged?.()
  }
  return (
    <AgainContext.Provider value={again}>
      {children}
      {asking !== undefined && <SignInAgain {...props} onAnswer={answer} />}
    </AgainContext.Provider>
  )
}
