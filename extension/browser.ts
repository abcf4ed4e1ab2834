// The one place that imports the polyfill, so that tests replace it and a rule can hold everybody else to it.
import browser, { type Runtime } from 'webextension-polyfill'

export type { Runtime }
/** The extension APIs of both browsers, with promises. */
export { browser }
