/** What unit tests get in place of `webextension-polyfill`: the extension APIs, kept in memory. */
export { fakeBrowser as default } from 'wxt/testing/fake-browser'
