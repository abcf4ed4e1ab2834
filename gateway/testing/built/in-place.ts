import { registerHooks } from 'node:module'

const builtAssets = new URL('./assets.ts', import.meta.url).href
const fakeBrowser = new URL('../../../extension/fake-browser.ts', import.meta.url).href

/** What is loaded from now on starts the build, where there is one. Tests that read the wallet's tables get a fake browser. */
registerHooks({
  resolve(specifier, context, next) {
    if (/^(\.\.?\/)+assets\.ts$/.test(specifier)) return { url: builtAssets, shortCircuit: true }
    if (specifier === 'webextension-polyfill') return { url: fakeBrowser, shortCircuit: true }
    return next(specifier, context)
  },
})
