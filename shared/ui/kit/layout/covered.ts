import { createContext } from 'preact'

/**
 * Whether something covers the screen. Its dialogs are then closed, and open again when it is uncovered: none can come above the
 * cover. Passwords typed in it are gone.
 */
export const CoveredContext = createContext(false)
