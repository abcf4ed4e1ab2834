import { Command } from 'commander'
import type { Source } from '../../config/config.ts'
import { configOf, withSettings } from '../settings.ts'
import { type DoctorOptions, examine } from './examine.ts'

/** `sotto doctor` */
export function doctorCommand(env: Source): Command {
  const about = 'check what this gateway stands on, and say how to mend it'
  const command = withSettings(
    new Command('doctor')
      .description(about)
      .option('--json', 'as one JSON document')
      .option(
        '--rpc [url]',
        'look only at the network behind a node of Sepolia (else SOTTO_RPC_URL): needs no data and no key, costs nothing',
      ),
  )
  return command.action(async () => {
    process.exitCode = await examine(configOf(command, env), command.opts<DoctorOptions>())
  })
}
