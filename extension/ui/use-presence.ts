import { useEffect } from 'preact/hooks'
import { ask } from '../background/ask.ts'

const EVERY_MS = 20_000

/** Tells the worker that somebody is there, so that the wallet does not lock under their hands. */
export function usePresence(active: boolean): void {
  useEffect(() => {
    if (!active) return
    let told = 0
    const tell = () => {
      const now = Date.now()
      if (now - told < EVERY_MS) return
      told = now
      void ask('vault.touch', {}).catch(() => undefined)
    }
    tell()
    addEventListener('pointerdown', tell)
    addEventListener('keydown', tell)
    return () => {
      removeEventListener('pointerdown', tell)
      removeEventListener('keydown', tell)
    }
  }, [active])
}
