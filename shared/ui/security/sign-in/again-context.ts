import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** Runs what may need a fresh sign-in, asking for one where the gateway says so. Undefined where it was not given. */
export type Again = <T>(work: () => Promise<T>) => Promise<T | undefined>

export const AgainContext = createContext<Again | undefined>(undefined)

export function useAgain(): Again {
  const again = useContext(AgainContext)
  if (again === undefined) throw new Error('useAgain outside of AgainProvider')
  return again
}
