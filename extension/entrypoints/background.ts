import { defineBackground } from 'wxt/utils/define-background'
import { answer } from '../background/router.ts'
import { LOCK, UNSETTLED } from '../background/schedule.ts'
import { afterLock, wake } from '../background/wake.ts'
import { browser } from '../browser.ts'
import { lock } from '../vault/vault.ts'

/** Listeners are registered in the first turn: a worker that is woken by an event is asked only then. */
export default defineBackground({
  type: 'module',
  main() {
    browser.runtime.onMessage.addListener(answer)
    browser.runtime.onInstalled.addListener(({ reason }) => {
      if (reason === 'install') void browser.tabs.create({ url: browser.runtime.getURL('dashboard.html') })
    })
    browser.alarms.onAlarm.addListener(({ name }) => {
      if (name === UNSETTLED || name === LOCK) void wake()
    })
    browser.idle.onStateChanged.addListener((state) => {
      if (state === 'locked') void lock().then(afterLock)
    })
    void wake()
  },
})
