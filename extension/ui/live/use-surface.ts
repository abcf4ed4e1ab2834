import { useEffect } from 'preact/hooks'
import { SURFACE } from '../../background/requests.ts'
import { browser } from '../../browser.ts'
import { holdPort } from './surface.ts'

/** Tells the worker that somebody sees the wallet, so that it listens to the gateway for them. */
export function useSurface(): void {
  useEffect(() => holdPort(document, () => browser.runtime.connect({ name: SURFACE })), [])
}
