import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** What is wrong with one field of the form, by the field's name. */
export type FormFlaw = { name: string; text: ComponentChildren }

export const FlawContext = createContext<FormFlaw | undefined>(undefined)

/** What the form has against the field of this name. */
export function useFlaw(name: string | undefined): ComponentChildren {
  const flaw = useContext(FlawContext)
  return flaw !== undefined && flaw.name === name ? flaw.text : undefined
}
