import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { leftOut, levels } from './levels.mjs'
import { covers, subset } from './subset.mjs'

const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/**
 * What has to be done so that all of a level is installed: undefined where it is. More than that is left as it is, and
 * kept up to date with it.
 */
export function installation(root, wanted) {
  const manifest = readJson(join(root, 'package.json'))
  const lock = readJson(join(root, 'package-lock.json'))
  const installed = installedIn(root)
  const has = (level) => covers(installed, subset(manifest, lock, leftOut[level]).lock)
  const level = levels[Math.max(levels.indexOf(wanted), levels.indexOf(levelOf(installed)))]
  if (has(level)) return undefined
  // `npm ci` would install anew what is there already.
  const command = [...(levels.some(has) ? ['install', '--no-save'] : ['ci']), ...quiet]
  if (level === 'all') return { level, run: (npm) => npm(command, root) }
  return { level, run: (npm) => installPart(root, subset(manifest, lock, leftOut[level]), command, npm) }
}

/** What npm says that it installed, by folder. */
function installedIn(root) {
  const file = join(root, 'node_modules', '.package-lock.json')
  return existsSync(file) ? readJson(file).packages : {}
}

function levelOf(installed) {
  const holds = (names) => names.some((name) => installed[`node_modules/${name}`] !== undefined)
  if (holds(leftOut.extension)) return 'all'
  return holds(leftOut.start) ? 'extension' : 'start'
}

/** Installed beside and moved into place: npm takes one manifest a folder, and that of the clone names everything. */
async function installPart(root, { manifest, lock }, command, npm) {
  const beside = join(root, 'node_modules.new')
  const [place, made] = [root, beside].map((folder) => join(folder, 'node_modules'))
  rmSync(beside, { recursive: true, force: true })
  mkdirSync(beside)
  writeFileSync(join(beside, 'package.json'), JSON.stringify(manifest, null, 2))
  writeFileSync(join(beside, 'package-lock.json'), JSON.stringify(lock, null, 2))
  copyFileSync(join(root, '.npmrc'), join(beside, '.npmrc'))
  if (command[0] !== 'ci') renameSync(place, made)
  await npm(command, beside)
  rmSync(place, { recursive: true, force: true })
  renameSync(made, place)
  rmSync(beside, { recursive: true, force: true })
}
