import type { Browser } from 'webextension-polyfill'

const { browser, chrome } = globalThis as { browser?: Browser; chrome?: Browser }

/**
 * What the build puts in the place of the polyfill, for pages and worker alike. In Manifest V3 Chrome answers every call with
 * a promise of its own; a listener that answers a message later says so by returning `true`, which Firefox takes as well
 * (`gateway/decisions/0016-pages-without-the-polyfill.md`).
 */
export default browser ?? chrome
