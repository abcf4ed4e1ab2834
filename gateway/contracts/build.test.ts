import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Manifest } from './build.ts'
import { currentInputs, sha256 } from './inputs.ts'

const folder = join(import.meta.dirname, 'artifacts')
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest

test('the artifacts were built from these sources, packages and settings (else: node gateway/contracts/build.ts)', () => {
  expect(currentInputs()).toEqual(manifest.inputs)
})

test('the artifacts are the ones that were built', () => {
  const files = readdirSync(folder).filter((file) => file !== 'manifest.json')
  const hashes = files.map((file) => [file.replace('.json', ''), sha256(readFileSync(join(folder, file), 'utf8'))])
  expect(Object.fromEntries(hashes)).toEqual(manifest.outputs)
})
