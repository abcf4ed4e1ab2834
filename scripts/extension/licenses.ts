import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { bundledLicenses, packageFolder } from '../bundle/licenses.ts'
import { root } from './files.ts'

/** Folders of the packages that a build has code of: one build makes several bundles. */
const folders = new Set<string>()

/** What builds the wallet gives it modules of its own, which no file has. */
const builders = /^\0(vite|rolldown)(?=\/)/

/** Notes of each bundle which packages it has code of. */
export const noteLicenses: Plugin = {
  name: 'sotto-note-licenses',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      for (const id of chunk.moduleIds) {
        const folder = packageFolder(builders.exec(id)?.[0].replace('\0', 'node_modules/') ?? id)
        if (folder !== undefined) folders.add(folder)
      }
    }
  },
}

/** Writes the licences of these packages into the build. */
export function writeLicenses(outDir: string): void {
  writeFileSync(join(outDir, 'licenses.txt'), bundledLicenses(root, [...folders].sort()))
  folders.clear()
}
