import { type Config, networkDir } from '../../config/config.ts'
import { version } from '../../version.ts'
import { systemClock } from '../../world/clock.ts'
import { printableJson, printableLine } from '../../world/printable.ts'
import { print } from '../print.ts'
import { checkChain } from './chain.ts'
import { checkDatabase } from './database/database.ts'
import { checkFiles } from './files.ts'
import { type Finding, ok } from './finding.ts'
import { reportOn } from './report.ts'
import { checkSettings } from './settings.ts'

export type DoctorOptions = { json?: boolean; rpc?: string | true }

/** `sotto doctor`: changes nothing but totals that are wrong. Exit code 1 where something is bad. */
export async function examine(config: Config, { json = false, rpc }: DoctorOptions): Promise<number> {
  const findings =
    rpc === undefined
      ? await examineInstallation(config)
      : await reportOn(config, rpc === true ? config.SOTTO_RPC_URL : rpc)
  const bad = findings.some(({ state }) => state === 'bad')
  if (json) print(`${printableJson({ bad, findings })}\n`)
  else for (const finding of findings) print(`${line(finding)}\n`)
  return bad ? 1 : 0
}

async function examineInstallation(config: Config): Promise<Finding[]> {
  const dir = networkDir(config)
  return [
    ok('version', `sotto ${version}, Node ${process.versions.node}, network ${config.SOTTO_NETWORK}`),
    ...checkSettings(config),
    ...checkFiles(config, dir),
    ...(await checkDatabase(config, dir, systemClock)),
    ...(await checkChain(config, dir, systemClock.now())),
  ]
}

function line({ what, state, says, mend }: Finding): string {
  const head = `${state.padEnd(5)}${what}: ${printableLine(says)}`
  return mend === undefined ? head : `${head}\n       mend: ${mend}`
}
