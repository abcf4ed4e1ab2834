// Says how long `npm test` takes and what it will install, before it does: on any Node, importing nothing that is installed.
import { availableParallelism, cpus } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browsers, systemBrowser } from '../browsers/browsers.mjs'
import { installation } from '../setup/install.mjs'
import { lacksNode } from '../setup/node.mjs'
import { lastTimes } from './times.mjs'

/** On two cores: as CONTRIBUTING.md says. */
const USUAL_MINUTES = '10 to 15'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const missing = Object.keys(browsers).filter((name) => systemBrowser(name) === undefined)
const installs = [
  installation(root, 'all') && 'packages from npm into this folder (at most 840 MB)',
  lacksNode(root, 'all') && 'a newer Node for this folder alone (121 MB)',
  missing.length > 0 &&
    `${missing.join(' and ')}, by Playwright or, as root, by apt-get (about 500 MB, outside of this folder)`,
].filter(Boolean)
const last = lastTimes()
const cores = (availableParallelism?.() ?? cpus().length) === 1 ? 'one core' : `${cpus().length} cores`

process.stderr.write(
  [
    last === undefined
      ? `sotto: every check and test, ${USUAL_MINUTES} minutes on two cores; this machine has ${cores}.`
      : `sotto: every check and test; the last run here took ${(last.seconds / 60).toFixed(0)} minutes.`,
    `sotto: it will install ${installs.length === 0 ? 'nothing' : `${installs.join('; ')}`}.\n`,
  ].join('\n'),
)
