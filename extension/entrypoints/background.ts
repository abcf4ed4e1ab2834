import { defineBackground } from 'wxt/utils/define-background'
import { openNotified } from '../background/announce.ts'
import { follow } from '../background/live/follow.ts'
import { watchSurfaces } from '../background/live/surfaces.ts'
import { answer } from '../background/router.ts'
import { ARRIVALS, LOCK, schedule, UNSETTLED } from '../background/schedule.ts'
import { sweep } from '../background/sweep.ts'
import { afterLock, lookForArrivals, wake } from '../background/wake.ts'
import { browser, type Runtime } from '../browser.ts'
import { profiles } from '../gateway/profiles.ts'
import { windowClosed, withdrawn } from '../sites/approvals/asking.ts'
import { approvals } from '../sites/approvals/store.ts'
import { permissionGiven, tidySites } from '../sites/manage.ts'
import { answerBridge } from '../sites/page-router.ts'
import { openPanel, setToolbar } from '../store/panel.ts'
import { settings } from '../store/settings.ts'
import { unlocked } from '../vault/state.ts'
import { clearWhileLocked, lock } from '../vault/vault.ts'

/** Content scripts stand in web pages: nothing that is stored is theirs to read or to write. Firefox has no such door. */
function closeStorage(): void {
  const { local } = browser.storage as unknown as {
    local: { setAccessLevel?: (to: { accessLevel: string }) => Promise<void> }
  }
  void local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
}

/** There are none before the person allowed them; a listener that was added already is not added again. */
function listenToNotifications(): void {
  browser.notifications?.onClicked.addListener(opened)
}

const opened = (id: string) => void openNotified(id)

/** `true` says that there is going to be an answer: a promise says so in Firefox alone. */
function answerLater(
  message: unknown,
  sender: Runtime.MessageSender,
  reply: (answer: unknown) => void,
): true | undefined {
  const answered = answer(message, sender) ?? answerBridge(message, sender)
  if (answered === undefined) return undefined
  void answered.then(reply, () => reply(undefined))
  return true
}

/** Listeners are registered in the first turn: a worker that is woken by an event is asked only then. */
export default defineBackground({
  main() {
    closeStorage()
    clearWhileLocked()
    browser.runtime.onMessage.addListener(answerLater as Parameters<typeof browser.runtime.onMessage.addListener>[0])
    watchSurfaces(() => void follow())
    browser.runtime.onInstalled.addListener(({ reason }) => {
      if (reason === 'install') void browser.tabs.create({ url: browser.runtime.getURL('dashboard.html') })
    })
    // Only wakes the worker, whose start looks after what has to be done.
    browser.runtime.onStartup.addListener(() => undefined)
    browser.alarms.onAlarm.addListener(({ name }) => {
      if (name === UNSETTLED || name === LOCK) void wake()
      if (name === ARRIVALS) void lookForArrivals()
    })
    browser.idle.onStateChanged.addListener((state) => {
      if (state === 'locked') void lock()
    })
    // Only where it has no popup.
    browser.action.onClicked.addListener(({ windowId }) => openPanel(windowId))
    listenToNotifications()
    browser.permissions.onAdded.addListener(() => {
      listenToNotifications()
      void permissionGiven()
    })
    browser.permissions.onRemoved.addListener(() => void tidySites())
    browser.windows.onRemoved.addListener((id) => void windowClosed(id))
    browser.tabs.onRemoved.addListener((closed) => void withdrawn(({ tabId }) => tabId === closed))
    unlocked.watch((state) => {
      if (state === null) void afterLock()
    })
    // The lock's alarm follows its settings, and so does what the button opens.
    settings.watch(() => {
      void schedule()
      void setToolbar()
    })
    profiles.watch(() => {
      void tidySites()
      void follow()
    })
    approvals.watch(() => void schedule())
    void setToolbar()
    void tidySites()
    void sweep().catch(() => undefined)
    void wake()
  },
})
