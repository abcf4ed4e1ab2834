import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildLibrary } from './library.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** What authors of web pages import as `sotto/provider`, and how to use it. */
export async function buildProvider(folder: string): Promise<void> {
  await buildLibrary('provider', folder)
  cpSync(join(root, 'extension/provider/PROVIDER.md'), join(folder, 'README.md'))
}
