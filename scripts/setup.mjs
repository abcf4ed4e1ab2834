// Brings a clone to where the gateway can run: packages, a new enough Node, then the build. `--for=extension` and
// `--for=all` install more, `--dependencies-only` builds nothing. Runs on whatever Node the machine has and imports nothing
// that is installed. Skips what is done; says so on stderr, since standard output belongs to the command that follows.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installation } from './setup/install.mjs'
import { levels } from './setup/levels.mjs'
import { fetchNode, lacksNode, linkNode } from './setup/node.mjs'

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

async function told(what, work) {
  const begun = Date.now()
  process.stderr.write(`sotto: ${what} …\n`)
  await work()
  process.stderr.write(`sotto: ${what}: done in ${((Date.now() - begun) / 1000).toFixed(1)} s\n`)
}

/** Ends this process where the command fails. */
async function run(command, args, cwd = root) {
  // What a script of npm is told of the folder that it runs for does not hold for a command in another.
  const { npm_config_prefix: _, npm_config_local_prefix: __, ...inherited } = process.env
  const env = { ...inherited, PATH: `${bin}${delimiter}${process.env.PATH}` }
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  const status = await new Promise((resolve) => child.on('error', () => resolve(1)).on('close', resolve))
  if (status !== 0) process.exit(status || 1)
}
const npm = (args, cwd) => run('npm', args, cwd)
const tar = (args, cwd) => run('tar', args, cwd)

const level = levels.find((each) => process.argv.includes(`--for=${each}`)) ?? 'start'
// What a killed `npm pack` left: npm would take it for the lock file.
rmSync(join(root, 'npm-shrinkwrap.json'), { force: true })
const packages = installation(root, level)
await Promise.all([
  packages && told(`installing packages (${packages.level})`, () => packages.run(npm)),
  lacksNode(root, level) && told('fetching a newer Node', () => fetchNode(root, { npm, tar })),
])
linkNode(root)

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
const mark = join(root, 'dist', '.built')
const wanted = `${digest(sources)} ${existsSync(join(root, 'node_modules', 'typescript')) ? 'with' : 'without'} types`
if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
  await told('building', () => run('node', [join('scripts', 'build.ts')]))
  mkdirSync(dirname(mark), { recursive: true })
  writeFileSync(mark, wanted)
}
