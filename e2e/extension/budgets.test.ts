import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesOf, folders, root } from '../../scripts/extension-files.ts'
import { firstLoad, weights } from '../../scripts/extension-sizes.ts'

/** What is only worth its weight when it is needed: a source of each, with words in it that no minifier changes. */
const heavy = {
  viem: ['node_modules/viem/_esm/errors/address.js', 'InvalidAddressError'],
  'the whole of zod': ['node_modules/zod/v4/classic/schemas.js', 'removeDefault'],
  'passkey ceremonies': ['node_modules/@simplewebauthn/browser/esm/helpers/webAuthnError.js', 'WebAuthnError'],
  'QR codes': ['node_modules/uqr/dist/index.mjs', 'Version value out of range'],
} as const

describe.each(Object.entries(folders))('the build for %s', (_, folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, unknown>

  test.each(weights(folder))('$what stays within $budget KB', ({ kilobytes, budget, files }) => {
    expect(kilobytes, files.join(' ')).toBeLessThanOrEqual(budget)
  })

  test('it asks for these permissions at install, and for no host', () => {
    expect(manifest.permissions).toEqual(['storage', 'alarms', 'scripting', 'activeTab', 'idle'])
    expect(manifest.optional_permissions).toEqual(['notifications'])
    expect(manifest.optional_host_permissions).toEqual(['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'])
    for (const name of ['host_permissions', 'content_scripts', 'web_accessible_resources', 'externally_connectable'])
      expect(manifest, name).not.toHaveProperty(name)
  })

  test('its pages run no code but their own, and nobody frames them', () => {
    const { extension_pages: policy } = manifest.content_security_policy as { extension_pages: string }
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*:|blob:/)
  })

  test('a store gets a description that it takes, and icons of the size that they are called', () => {
    expect(String(manifest.description).length).toBeLessThanOrEqual(132)
    for (const [size, path] of Object.entries(manifest.icons as Record<string, string>)) {
      const png = readFileSync(join(folder, path))
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([Number(size), Number(size)])
    }
  })

  test.each(Object.entries(heavy))('%s is not in the first load of the popup', (_name, [source, word]) => {
    expect(readFileSync(join(root, source), 'utf8')).toContain(word)
    for (const file of firstLoad(folder, 'popup.html'))
      expect(readFileSync(join(folder, file), 'utf8').includes(word), file).toBe(false)
  })

  test('nothing in it names this machine, and no source map is in it', () => {
    for (const { path, bytes } of filesOf(folder)) {
      expect(path).not.toMatch(/\.map$/)
      expect(Buffer.from(bytes).includes(root), path).toBe(false)
    }
  })
})
