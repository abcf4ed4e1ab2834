import { useEffect } from 'preact/hooks'
import { ask } from '../../background/ask.ts'
import { watchPresence } from './presence.ts'

/** Tells the worker that somebody is there, so that the wallet does not lock under their hands. */
export function usePresence(active: boolean): void {
  useEffect(() => {
    const tell = () => void ask('vault.touch', {}).catch(() => undefined)
    return active ? watchPresence(window, tell) : undefined
  }, [active])
}
