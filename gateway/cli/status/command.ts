import { Command } from 'commander'
import type { Source } from '../../config/config.ts'
import { systemClock } from '../../world/clock.ts'
import { printableJson } from '../../world/printable.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'
import { describeStatus } from './describe-status.ts'
import { gatherStatus } from './gather.ts'
import { openToRead } from './open-to-read.ts'

/** Everything but the chain's part was told. */
const WITHOUT_CHAIN = 2

/** `sotto status`: what the dashboards show, once. It changes nothing, and may be run beside a gateway. */
export function statusCommand(env: Source): Command {
  const status = new Command('status')
    .description('how this gateway is: float, gas, what is under way or owed, protocol, backups; changes nothing')
    .option('--json', 'as one JSON document')
  return withSettings(status).action(async () => {
    const config = configOf(status, env)
    const reading = await openToRead(config)
    const now = systemClock.now()
    const found = await gatherStatus(config, reading, now).finally(() => reading.db.destroy())
    print(status.opts().json ? `${printableJson(found)}\n` : describeStatus(found, now))
    if ('unreached' in found.chain) process.exitCode = WITHOUT_CHAIN
  })
}
