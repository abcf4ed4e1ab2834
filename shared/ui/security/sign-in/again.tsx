import type { ComponentChildren } from 'preact'
import { useCallback, useState } from 'preact/hooks'
import { failureOf } from '../../../client-failure.ts'
import type { SecurityProps } from '../props.ts'
import { type Again, AgainContext } from './again-context.ts'
import { SignInAgain } from './sign-in-again.tsx'

export type AgainProviderProps = Pick<SecurityProps, 'api' | 'user' | 'origin'> & { children: ComponentChildren }

/** Asks who it is, over whatever is on screen, when something below needs a sign-in under ten minutes old. */
export function AgainProvider({ children, ...props }: AgainProviderProps) {
  const [asking, setAsking] = useState<{ answer: (signedIn: boolean) => void }>()
  const again: Again = useCallback(async (work) => {
    try {
      return await work()
    } catch (error) {
      if (failureOf(error).code !== 'reauthentication_required') throw error
    }
    const signedIn = await new Promise<boolean>((answer) => setAsking({ answer }))
    setAsking(undefined)
    return signedIn ? work() : undefined
  }, [])
  return (
    <AgainContext.Provider value={again}>
      {children}
      {asking !== undefined && <SignInAgain {...props} onAnswer={asking.answer} />}
    </AgainContext.Provider>
  )
}
