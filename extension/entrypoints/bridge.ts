import { browser } from 'wxt/browser'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { connectBridge } from '../provider/bridge.ts'
import type { BridgeReply, WorkerMessage } from '../provider/protocol.ts'

/** Beside every page of an enabled site, top frame only. It stays silent unless the worker says that the site is enabled. */
export default defineUnlistedScript(() => {
  if (here.sottoBridge === true || window.top !== window) return
  here.sottoBridge = true
  // A page that is only loaded ahead is not shown yet.
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', begin, { once: true })
  else begin()
})

/** The world of this extension's content scripts, which no page sees. A page that is enabled while it is open gets one bridge. */
const here = globalThis as { sottoBridge?: boolean }

function begin(): void {
  void connectBridge(
    {
      send: (message) => browser.runtime.sendMessage(message) as Promise<BridgeReply | undefined>,
      onMessage: (heard) =>
        browser.runtime.onMessage.addListener((message: WorkerMessage, _, answer) => {
          // Silence is a no: a bridge of before, whose site was not enabled, must not speak for this one.
          if (message?.to === 'bridge' && heard(message)) answer(true)
        }),
      isLeftBehind: () => browser.runtime?.id === undefined,
    },
    window,
  ).then((enabled) => {
    here.sottoBridge = enabled
  })
}
