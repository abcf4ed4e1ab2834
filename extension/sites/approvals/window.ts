import { browser } from '../../browser.ts'
import { turns } from '../turn.ts'
import { isWaiting } from './approval.ts'
import { approvals } from './store.ts'

const WIDTH = 380
const HEIGHT = 600

/**
 * Opening, noting and closing the one window, one after the other: the browser may tell of a window only after its
 * questions were answered, and a window on its way out must not stand for the next question.
 */
const inWindowTurn = turns()

/** Shows the questions that wait: brings the window to the front, or opens it. Rejects where the browser makes none. */
export function showWindow(): Promise<void> {
  return inWindowTurn(async () => {
    const { list, windowId } = await approvals.get()
    if (!list.some(isWaiting) || (windowId !== null && (await bringToFront(windowId)))) return
    // A page of the new window takes itself for a second one where the ID of another is written down.
    await writeId(null)
    const url = browser.runtime.getURL('/approve.html')
    const made = await browser.windows.create({ url, type: 'popup', width: WIDTH, height: HEIGHT })
    await writeId(made.id ?? null)
    // Answered while it was being made, by another gateway or a page that left.
    await closeIfIdle()
  })
}

/** A window that says that it is there, which its maker may not have lived to write down. */
export function noteWindow(windowId: number): Promise<void> {
  return inWindowTurn(async () => {
    if ((await approvals.get()).windowId === null && (await isOpen(windowId))) await writeId(windowId)
  })
}

/** Whether this is the window of the questions. One that is being opened is waited for. */
export function isOwnWindow(windowId: number): Promise<boolean> {
  return inWindowTurn(async () => (await approvals.get()).windowId === windowId)
}

/** Closes the window once nothing is left in it. A question that comes meanwhile gets a window of its own. */
export function closeIdleWindow(): Promise<void> {
  return inWindowTurn(closeIfIdle)
}

async function closeIfIdle(): Promise<void> {
  const before = await approvals.get()
  if (before.windowId === null || before.list.some(isWaiting)) return
  let closing: number | null = null
  await approvals.update((queue) => {
    closing = queue.list.some(isWaiting) ? null : queue.windowId
    return closing === null ? queue : { ...queue, windowId: null }
  })
  if (closing !== null) await browser.windows.remove(closing).catch(() => undefined)
}

const writeId = (windowId: number | null) => approvals.update((queue) => ({ ...queue, windowId }))

const succeeds = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  )
const bringToFront = (windowId: number) => succeeds(browser.windows.update(windowId, { focused: true }))
const isOpen = (windowId: number) => succeeds(browser.windows.get(windowId))
