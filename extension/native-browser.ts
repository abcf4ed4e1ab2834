import type { Browser } from 'webextension-polyfill'

const { browser, chrome } = globalThis as { browser?: Browser; chrome?: Browser }

/**
 * What the wallet's pages get in place of the polyfill. In Manifest V3 Chrome answers the calls that pages make with promises
 * of its own; only a listener that answers by a promise needs the polyfill, and pages have none. A popup opens quicker by it
 * (`gateway/decisions/0016-pages-without-the-polyfill.md`).
 */
export default browser ?? chrome
