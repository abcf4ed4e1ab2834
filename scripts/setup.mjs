// Brings a clone to where the gateway can run: dependencies (a new enough Node among them), then the build.
// Runs on whatever Node the machine has and imports nothing that is installed. Skips what is done; says so on stderr,
// since standard output belongs to the command that follows.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return files(path)
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
  })
}

function digest(paths) {
  const hash = createHash('sha256')
  for (const path of paths.sort())
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

function once(what, mark, wanted, work) {
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  const begun = Date.now()
  process.stderr.write(`sotto: ${what} …\n`)
  work()
  mkdirSync(dirname(mark), { recursive: true })
  writeFileSync(mark, wanted)
  process.stderr.write(`sotto: ${what}: done in ${((Date.now() - begun) / 1000).toFixed(1)} s\n`)
}

function run(command, args) {
  const path = `${bin}${delimiter}${process.env.PATH}`
  const { status } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}

// What a killed `npm pack` left: npm would take it for the lock file.
rmSync(join(root, 'npm-shrinkwrap.json'), { force: true })
once(
  'installing dependencies',
  join(root, 'node_modules', '.sotto-installed'),
  digest([join(root, 'package-lock.json')]),
  () => run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']),
)
// The extension is built by a step of its own, and needs no gateway.
if (process.argv.includes('--dependencies-only')) process.exit(0)
const sources = [
  ...files(join(root, 'gateway')),
  ...files(join(root, 'shared')),
  ...files(join(root, 'extension', 'provider')),
  join(root, 'scripts', 'build.ts'),
  ...files(join(root, 'scripts', 'bundle')),
  join(root, 'package.json'),
]
once('building', join(root, 'dist', '.built'), digest(sources), () => run('node', [join('scripts', 'build.ts')]))
