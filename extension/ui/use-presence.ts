import { useEffect } from 'preact/hooks'
import { ask } from '../background/ask.ts'

const EVERY_MS = 20_000

/** Tells the worker that somebody is there, so that the wallet does not lock under their hands. */
export function usePresence(active: boolean): void {
  useEffect(() => {
    if (!active) return
    let told = 0
    // Only what a hand did counts: a page that opens the approval window again and again is nobody.
    const tell = ({ isTrusted }: Event) => {
      const now = Date.now()
      if (!isTrusted || now - told < EVERY_MS) return
      told = now
      void ask('vault.touch', {}).catch(() => undefined)
    }
    addEventListener('pointerdown', tell)
    addEventListener('keydown', tell)
    return () => {
      removeEventListener('pointerdown', tell)
      removeEventListener('keydown', tell)
    }
  }, [active])
}
