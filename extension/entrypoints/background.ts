import { defineBackground } from 'wxt/utils/define-background'
import { openNotified } from '../background/announce.ts'
import { answer } from '../background/router.ts'
import { LOCK, schedule, UNSETTLED } from '../background/schedule.ts'
import { sweep } from '../background/sweep.ts'
import { afterLock, wake } from '../background/wake.ts'
import { browser, type Runtime } from '../browser.ts'
import { profiles } from '../gateway/profiles.ts'
import { approvals } from '../sites/approval.ts'
import { windowClosed, withdrawn } from '../sites/asking.ts'
import { permissionGiven, tidySites } from '../sites/manage.ts'
import { answerBridge } from '../sites/page-router.ts'
import { settings } from '../store/settings.ts'
import { unlocked } from '../vault/state.ts'
import { lock } from '../vault/vault.ts'

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

/** Listeners are registered in the first turn: a worker that is woken by an event is asked only then. */
export default defineBackground({
  main() {
    closeStorage()
    browser.runtime.onMessage.addListener(
      (message: unknown, sender: Runtime.MessageSender) => answer(message, sender) ?? answerBridge(message, sender),
    )
    browser.runtime.onInstalled.addListener(({ reason }) => {
      if (reason === 'install') void browser.tabs.create({ url: browser.runtime.getURL('dashboard.html') })
    })
    // Only wakes the worker, whose start looks after what has to be done.
    browser.runtime.onStartup.addListener(() => undefined)
    browser.alarms.onAlarm.addListener(({ name }) => {
      if (name === UNSETTLED || name === LOCK) void wake()
    })
    browser.idle.onStateChanged.addListener((state) => {
      if (state === 'locked') void lock()
    })
    listenToNotifications()
    browser.permissions.onAdded.addListener(() => {
      listenToNotifications()
      void permissionGiven(Date.now())
    })
    browser.permissions.onRemoved.addListener(() => void tidySites(Date.now()))
    browser.windows.onRemoved.addListener((id) => void windowClosed(id, Date.now()))
    browser.tabs.onRemoved.addListener((closed) => void withdrawn(({ tabId }) => tabId === closed, Date.now()))
    unlocked.watch((state) => {
      if (state === null) void afterLock()
    })
    // The lock's alarm follows its settings.
    settings.watch(() => void schedule())
    profiles.watch(() => void tidySites(Date.now()))
    approvals.watch(() => void schedule())
    void tidySites(Date.now())
    void sweep().catch(() => undefined)
    void wake()
  },
})
