import { fakeBrowser } from 'wxt/testing/fake-browser'

/** What unit tests get in place of `webextension-polyfill`: the extension APIs, kept in memory. */
Object.assign(fakeBrowser.storage.local, { setAccessLevel: async () => undefined })
Object.assign(fakeBrowser.action, { setPopup: async () => undefined })

export default fakeBrowser
