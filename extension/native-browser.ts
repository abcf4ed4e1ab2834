import type { Browser } from 'webextension-polyfill'

const { browser, chrome } = globalThis as { browser?: Browser; chrome?: Browser }

/**
 * What the wallet's pages get in place of the polyfill. Chrome since version 121 answers every call they make with
 * promises of its own; only a listener that answers by a promise needs the polyfill, and pages have none. A popup opens
 * quicker by it.
 */
export default browser ?? chrome
