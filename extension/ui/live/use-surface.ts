import { useEffect } from 'preact/hooks'
import { browser } from '../../browser.ts'
import { SURFACE } from '../../surface-port.ts'
import { holdPort } from './surface.ts'

/** Tells the worker that somebody sees the wallet, so that it listens to the gateway for them. */
export function useSurface(): void {
  useEffect(() => holdPort(document, () => browser.runtime.connect({ name: SURFACE })), [])
}
