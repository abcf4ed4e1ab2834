import { defineBackground } from 'wxt/utils/define-background'
import { browser } from '../browser.ts'

export default defineBackground({
  type: 'module',
  main() {
    browser.runtime.onInstalled.addListener(({ reason }) => {
      if (reason === 'install') void browser.tabs.create({ url: browser.runtime.getURL('dashboard.html') })
    })
  },
})
