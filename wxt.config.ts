import { fileURLToPath } from 'node:url'
import preact from '@preact/preset-vite'
import type { Plugin } from 'vite'
import { defineConfig } from 'wxt'
import { inOneChunk } from './scripts/extension/chunks.ts'
import { noteLicenses, writeLicenses } from './scripts/extension/licenses.ts'
import { shortLists } from './scripts/extension/short-lists.ts'
import { withoutWords } from './scripts/extension/without-words.ts'
import { CHROME_PUBLIC_KEY, FIREFOX_ID } from './shared/extension-identity.ts'

/**
 * Scripts and styles of its own only, and these scripts may compile WebAssembly (Argon2id); requests to any gateway that the
 * user may name, http on this machine alone.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  'connect-src https: http://localhost:* http://127.0.0.1:*',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A constant is written where it is used, which takes less room in the worker than its name. */
const optimization = { inlineConst: { mode: 'all', pass: 3 } } as const

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/**
 * What is put together of others and not used is left out: no getter does anything, nor does what WXT logs in a store's build.
 */
const treeshake = { propertyReadSideEffects: false, manualPureFunctions: ['logger.error', 'console.warn'] } as const

/** For pages and worker alike; unit tests have `extension/fake-browser.ts` in the same place. */
const nativeBrowser: Plugin = {
  name: 'sotto-native-browser',
  enforce: 'pre',
  resolveId: (id) => (id === 'webextension-polyfill' ? path('extension/native-browser.ts') : undefined),
}

const icons = Object.fromEntries([16, 32, 48, 128].map((size) => [size, `icon/${size}.png`]))

export default defineConfig({
  srcDir: 'extension',
  publicDir: 'extension/public',
  outDir: '.output',
  manifestVersion: 3,
  imports: false,
  vite: () => ({
    plugins: [
      preact({ devToolsEnabled: false, prefreshEnabled: false, reactAliasesEnabled: false }),
      withoutWords,
      shortLists,
      noteLicenses,
    ],
    // The oldest browsers of the manifest: for older ones the style sheets' light-dark() would be rewritten.
    build: {
      target: ['chrome126', 'firefox128'],
      modulePreload: { polyfill: false },
      sourcemap: false,
      rollupOptions: { treeshake, optimization },
    },
  }),
  hooks: {
    'build:done': ({ config }) => writeLicenses(config.outDir),
    'vite:build:extendConfig': (entrypoints, config) => {
      config.plugins?.push(nativeBrowser)
      if (!entrypoints.some(({ type }) => type === 'popup')) return
      const output = config.build?.rollupOptions?.output
      if (output !== undefined && !Array.isArray(output))
        output.codeSplitting = inOneChunk('main', path('extension/ui/main.tsx'))
    },
  },
  manifest: ({ browser }) => ({
    // In the browser's language, from `_locales`; the pages speak by words of their own.
    default_locale: 'en',
    name: '__MSG_name__',
    description: '__MSG_description__',
    icons,
    action: { default_title: 'Sotto', default_icon: icons },
    permissions: ['storage', 'alarms', 'scripting', 'activeTab', 'idle'],
    optional_permissions: ['notifications'],
    optional_host_permissions: ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'],
    commands: { _execute_action: { suggested_key: { default: 'Alt+Shift+S' } } },
    // A private window should leave nothing behind; a wallet has to: a payment under way is on disk before it is sent.
    incognito: 'not_allowed',
    content_security_policy: { extension_pages: contentSecurityPolicy },
    ...(browser === 'firefox' ? firefox : chrome),
  }),
})

/** 126 is the first with `URL.parse()`. */
const chrome = { key: CHROME_PUBLIC_KEY, minimum_chrome_version: '126' }

/** 128 is the first with `optional_host_permissions`. */
const firefox = {
  browser_specific_settings: {
    gecko: {
      id: FIREFOX_ID,
      strict_min_version: '128.0',
      data_collection_permissions: { required: ['none' as const] },
    },
  },
}
