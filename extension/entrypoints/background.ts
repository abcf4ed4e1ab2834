import { defineBackground } from 'wxt/utils/define-background'
import { answer } from '../background/router.ts'
import { LOCK, schedule, UNSETTLED } from '../background/schedule.ts'
import { afterLock, wake } from '../background/wake.ts'
import { browser, type Runtime } from '../browser.ts'
import { profiles } from '../gateway/profiles.ts'
import { approvals } from '../sites/approval.ts'
import { windowClosed, withdrawn } from '../sites/asking.ts'
import { endOutdated, permissionGiven, permissionTaken } from '../sites/manage.ts'
import { answerBridge } from '../sites/page-router.ts'
import { registerAgain } from '../sites/sites.ts'
import { unlocked } from '../vault/state.ts'
import { lock } from '../vault/vault.ts'

/** Listeners are registered in the first turn: a worker that is woken by an event is asked only then. */
export default defineBackground({
  main() {
    browser.runtime.onMessage.addListener(
      (message: unknown, sender: Runtime.MessageSender) => answer(message, sender) ?? answerBridge(message, sender),
    )
    browser.runtime.onInstalled.addListener(({ reason }) => {
      if (reason === 'install') void browser.tabs.create({ url: browser.runtime.getURL('dashboard.html') })
      void registerAgain()
    })
    browser.runtime.onStartup.addListener(() => void registerAgain())
    browser.alarms.onAlarm.addListener(({ name }) => {
      if (name === UNSETTLED || name === LOCK) void wake()
    })
    browser.idle.onStateChanged.addListener((state) => {
      if (state === 'locked') void lock()
    })
    browser.permissions.onAdded.addListener(() => void permissionGiven())
    browser.permissions.onRemoved.addListener(() => void permissionTaken())
    browser.windows.onRemoved.addListener((id) => void windowClosed(id, Date.now()))
    browser.tabs.onRemoved.addListener((closed) => void withdrawn(({ tabId }) => tabId === closed))
    unlocked.watch((state) => {
      if (state === null) void afterLock()
    })
    profiles.watch(() => void endOutdated())
    approvals.watch(() => void schedule())
    void wake()
  },
})
