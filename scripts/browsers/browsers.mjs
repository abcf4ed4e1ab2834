// Finds the browsers that the tests drive, and where the machine lets it, installs them. Runs on whatever Node the
// machine has and imports nothing that is installed. By itself: `node scripts/browsers/browsers.mjs` says what there is.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { argv, env, getuid, platform } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Not `google-chrome`: since version 137 it loads no unpacked extension from its command line. */
export const browsers = {
  chromium: { variable: 'CHROMIUM_PATH', names: ['chromium', 'chromium-browser'], debian: 'chromium' },
  firefox: { variable: 'FIREFOX_PATH', names: ['firefox-esr', 'firefox'], debian: 'firefox-esr' },
}
const fonts = ['fonts-dejavu-core', 'fonts-noto-color-emoji']

/** The path of a browser that is named by its variable, or stands on the PATH or in `/usr/bin`; else undefined. */
export function systemBrowser(browser, machine = thisMachine) {
  const { variable, names } = browsers[browser]
  return [machine.env[variable], ...names.map(machine.find)].find((path) => path && machine.runs(path))
}

/**
 * What is named, what the system has, Playwright's own download, Debian's packages, in this order and only for what is
 * still missing. Answers the paths, and for each browser that cannot be had a line that names the attempts.
 */
export function setUpBrowsers(machine = thisMachine) {
  const paths = {}
  const tried = { chromium: [], firefox: [] }
  const missing = () => Object.keys(browsers).filter((browser) => paths[browser] === undefined)
  const keep = (browser, path) => {
    if (path && machine.runs(path)) paths[browser] = path
    return paths[browser] !== undefined
  }

  for (const browser of missing()) {
    const { variable, names } = browsers[browser]
    const named = machine.env[variable]
    if (keep(browser, named)) continue
    tried[browser].push(named ? `${variable}=${named} does not run` : `${variable} is not set`)
    if (!names.some((name) => keep(browser, machine.find(name))))
      tried[browser].push(`no ${names.join(' or ')} on PATH`)
  }
  for (const how of [machine.playwright, machine.debian]) {
    const wanted = missing()
    if (wanted.length === 0) break
    const outcome = how(wanted)
    for (const browser of wanted) {
      if (!keep(browser, outcome.path(browser))) tried[browser].push(outcome.says)
    }
  }
  const lines = missing().map((browser) => `no ${browser}: ${tried[browser].join('; ')}`)
  return { paths, missing: missing(), lines }
}

function runs(path) {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0
}

function find(name) {
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/bin']
  const suffix = platform === 'win32' ? '.exe' : ''
  return folders.map((folder) => join(folder, name + suffix)).find(runs)
}

/** Runs a command for so many seconds at most. Answers what went wrong, or undefined. */
function trouble(seconds, command, args, more) {
  const options = { cwd: root, env: { ...env, ...more }, encoding: 'utf8', timeout: seconds * 1000 }
  const { status, error, stdout, stderr } = spawnSync(command, args, options)
  if (status === 0) return undefined
  if (error !== undefined) return error.code === 'ETIMEDOUT' ? `not done in ${seconds} s` : error.message
  return /^E(?:rror)?: (.*(?<!caused by))$/m.exec(stdout + stderr)?.[1] ?? `ended with ${status}`
}

function playwright(wanted) {
  const path = (browser) => {
    const code = `import('playwright').then((all) => process.stdout.write(all.${browser}.executablePath()))`
    return spawnSync('node', ['-e', code], { cwd: root, encoding: 'utf8' }).stdout
  }
  if (wanted.every((browser) => runs(path(browser)))) return { path, says: '' }
  process.stderr.write(`sotto: downloading ${wanted.join(' and ')} …\n`)
  const cli = join(root, 'node_modules', 'playwright', 'cli.js')
  const more = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' }
  const why = trouble(300, 'node', [cli, 'install', '--no-shell', ...wanted], more)
  return { path, says: why ? `Playwright's download failed (${why})` : "Playwright's download does not run here" }
}

function debian(wanted) {
  const path = (browser) => browsers[browser].names.map(find).find(Boolean)
  const cannot = (why) => ({ path: () => undefined, says: `Debian's packages not tried (${why})` })
  if (find('apt-get') === undefined) return cannot('there is no apt-get')
  if (getuid?.() !== 0) return cannot('not root')
  process.stderr.write(`sotto: installing ${wanted.join(' and ')} …\n`)
  const packages = [...wanted.map((browser) => browsers[browser].debian), ...fonts]
  const more = { DEBIAN_FRONTEND: 'noninteractive' }
  const why =
    trouble(120, 'apt-get', ['update', '-qq'], more) ??
    trouble(600, 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], more)
  return { path, says: why ? `Debian's packages failed (${why})` : "Debian's packages do not run here" }
}

const thisMachine = { env, find, runs, playwright, debian }

if (argv[1] !== undefined && import.meta.url === pathToFileURL(argv[1]).href) {
  const { paths, lines, missing } = setUpBrowsers()
  for (const [browser, path] of Object.entries(paths)) process.stdout.write(`${browsers[browser].variable}=${path}\n`)
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(missing.length === 0 ? 0 : 1)
}
