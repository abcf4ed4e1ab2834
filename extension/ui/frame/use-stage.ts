import { useCallback, useRef, useState } from 'preact/hooks'

export type Stage = 'lock' | 'welcome' | 'wallet'

export type Known = {
  /** Whether there is a vault, damaged or not. */
  vault: boolean
  open: boolean
  connected: boolean
  tab: boolean
}

/** The state at the last look, as far as the next stage depends on it. */
export type Memory = {
  /** This page saw the vault being made, and not yet being open: those are two steps of one thing. */
  making: boolean
  /** The welcome is on, and ends with a word on what is next, though a gateway is connected by then. */
  welcoming: boolean
}

export function nextStage(known: Known, before: Memory): { stage: Stage; memory: Memory } {
  const making = !known.vault || (before.making && !known.open)
  const due = !known.vault || !known.connected
  const welcoming = known.tab && (before.welcoming || due)
  const locked = known.vault && !known.open && !making
  return { stage: locked ? 'lock' : due || welcoming ? 'welcome' : 'wallet', memory: { making, welcoming } }
}

/** Which of the wallet's three faces is due. */
export function useStage(known: Known): { stage: Stage; endWelcome: () => void } {
  const memory = useRef<Memory>({ making: false, welcoming: false })
  const [, again] = useState(0)
  const endWelcome = useCallback(() => {
    memory.current = { ...memory.current, welcoming: false }
    again((times) => times + 1)
  }, [])
  const next = nextStage(known, memory.current)
  memory.current = next.memory
  return { stage: next.stage, endWelcome }
}
