import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages } from '#extension/ui/language/language.ts'
import { first } from '#extension/words/de/first.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import { filesOf, folders, root } from '../../scripts/extension/files.ts'
import { firstLoad, scriptWeights, weights } from '../../scripts/extension/sizes.ts'

/** What is only worth its weight when it is needed, each known by words that no minifier changes. */
const late = {
  viem: 'InvalidAddressError',
  Argon2id: 'WebAssembly is not supported',
  'Argon2id in JavaScript': 'salt should be at least 8 bytes and less',
  'passkey ceremonies': 'ERROR_CEREMONY_ABORTED',
  'QR codes': 'Version value out of range',
  'reader of QR codes': 'expected positive width and height',
  'lists of words': 'AabacusC',
} as const

/** Packages that the wallet is made of: those of others within others, and what builds it, of which it has small parts. */
const licensed = [
  ...['vite', 'rolldown', 'wxt', '@wxt-dev/browser'],
  ...['preact', 'zod', 'viem', 'idb', 'fflate', 'hash-wasm', '@noble/hashes', '@simplewebauthn/browser', 'uqr', 'qr'],
  ...['@zxcvbn-ts/core', '@zxcvbn-ts/language-common', '@zxcvbn-ts/dictionary-compression', 'fastest-levenshtein'],
]

/** The packages of both browsers have most bytes in common: that of Firefox is made before a release. */
const weigh = async (browser: string, folder: string) =>
  isLong || browser === 'chrome' ? weights(folder) : scriptWeights(folder)

const builds = await Promise.all(
  Object.entries(folders).map(async ([browser, folder]) => [browser, folder, await weigh(browser, folder)] as const),
)

describe.each(builds)('the build for %s', (browser, folder, weighed) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, unknown>

  test.each(weighed)('$what stays within $budget KB', ({ kilobytes, budget, files }) => {
    expect(kilobytes, files.join(' ')).toBeLessThanOrEqual(budget)
  })

  test('into other pages than those of enabled sites it puts nothing, and no page can load anything of it', () => {
    for (const name of ['content_scripts', 'web_accessible_resources', 'externally_connectable'])
      expect(manifest, name).not.toHaveProperty(name)
  })

  test('it has the licence of every package that it has code of', () => {
    const entries = readFileSync(join(folder, 'licenses.txt'), 'utf8').split(/^=+$/m).slice(1)
    const named = new Map(entries.map((text) => [/^\s*(\S+) /.exec(text)?.[1], text]))
    expect([...named.keys()]).toEqual(expect.arrayContaining(licensed))
    for (const [name, text] of named) expect(text, name).toMatch(/copyright[\s\S]*as is/i)
  })

  test('it asks for these permissions at install, and for no host', () => {
    const panel = browser === 'chrome' ? ['sidePanel'] : []
    expect(manifest.permissions).toEqual(['storage', 'alarms', 'scripting', 'activeTab', 'idle', ...panel])
    expect(manifest.optional_permissions).toEqual(['notifications'])
    expect(manifest.optional_host_permissions).toEqual(['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'])
    expect(manifest).not.toHaveProperty('host_permissions')
  })

  test('beside the page it opens only when it is asked to', () => {
    const page = 'sidepanel.html'
    if (browser === 'chrome') expect(manifest.side_panel).toEqual({ default_path: page })
    else
      expect(manifest.sidebar_action).toEqual({ default_panel: page, default_title: 'Sotto', open_at_install: false })
  })

  test('a page of the wallet runs only scripts of the wallet, and no other site can frame it', () => {
    const { extension_pages: policy } = manifest.content_security_policy as { extension_pages: string }
    // Argon2id is WebAssembly. This allows no text to run as a script.
    expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy.replace("'wasm-unsafe-eval'", '')).not.toMatch(/unsafe|\*:|blob:/)
  })

  test('a store gets a description that it takes, and icons of the size that they are called', () => {
    for (const language of Object.keys(languages)) {
      const said = JSON.parse(readFileSync(join(folder, '_locales', language, 'messages.json'), 'utf8'))
      expect(said.name.message).toBe('Sotto')
      expect(said.description.message.length).toBeLessThanOrEqual(132)
      expect(said.description.message.length).toBeGreaterThan(40)
    }
    expect(manifest).toMatchObject({ default_locale: 'en', name: '__MSG_name__', description: '__MSG_description__' })
    for (const [size, path] of Object.entries(manifest.icons as Record<string, string>)) {
      const png = readFileSync(join(folder, path))
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([Number(size), Number(size)])
    }
  })

  test.each(Object.entries(late))('%s: in the build, but not in the first load of the popup', (_name, word) => {
    const files = filesOf(folder).filter(({ bytes }) => Buffer.from(bytes).includes(word))
    expect(files).not.toEqual([])
    for (const file of firstLoad(folder, 'popup.html')) expect(files.map(({ path }) => path)).not.toContain(file)
  })

  test('a language has all words of the first load of the popup in the chunk that is loaded for it first', () => {
    const script = firstLoad(folder, 'popup.html').map((file) => readFileSync(join(folder, file), 'utf8'))
    const [named] = [new Set(script.join('').match(/(?<=[`"'])\w+(Words|Sentences)(?=[`"'],)/g))]
    expect(named.size).toBeGreaterThan(10)
    expect([...named].filter((name) => !Object.hasOwn(first, name))).toEqual([])
  })

  test('the whole of zod is nowhere, only the small one', () => {
    const classic = readFileSync(join(root, 'node_modules/zod/v4/classic/schemas.js'), 'utf8')
    expect(classic).toContain('removeDefault')
    for (const { path, bytes } of filesOf(folder))
      expect(Buffer.from(bytes).includes('removeDefault'), path).toBe(false)
  })

  test('nothing in it names this machine, and no source map is in it', () => {
    for (const { path, bytes } of filesOf(folder)) {
      expect(path).not.toMatch(/\.map$/)
      expect(Buffer.from(bytes).includes(root), path).toBe(false)
    }
  })
})
