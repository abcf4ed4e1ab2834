import type { Page } from '../hooks/polling.ts'

/** As much of a port as tells the worker that a page is visible. */
export type SurfacePort = {
  disconnect(): void
  onDisconnect: { addListener(listener: () => void): void }
}

/** Before another port is opened, where the worker was ended: it starts for it. */
const AGAIN_MS = 1_000

/** Holds a port to the worker for as long as the page is visible. Returns how to stop. */
export function holdPort(page: Page, connect: () => SurfacePort): () => void {
  let port: SurfacePort | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    const mine = connect()
    port = mine
    mine.onDisconnect.addListener(() => {
      if (port !== mine) return
      port = undefined
      timer = setTimeout(open, AGAIN_MS)
    })
  }
  const close = () => {
    clearTimeout(timer)
    const mine = port
    port = undefined
    mine?.disconnect()
  }
  const turned = () => {
    if (page.hidden) close()
    else if (port === undefined) {
      clearTimeout(timer)
      open()
    }
  }
  page.addEventListener('visibilitychange', turned)
  turned()
  return () => {
    page.removeEventListener('visibilitychange', turned)
    close()
  }
}
