import { Command } from 'commander'
import type { Source } from '../config.ts'
import { rotateNotaryKey } from '../notas/notary-key.ts'
import { openStore } from './open-store.ts'
import { configOf, withSettings } from './settings.ts'

/** `sotto nota-key rotate`, also beside a running gateway: the next receipt is signed with the new key. */
export function notaKeyCommand(env: Source): Command {
  const group = new Command('nota-key').description('the key that receipts are signed with')
  const rotate = group.command('rotate').description('sign with a new key from now on; the old one stays listed')
  withSettings(rotate).action(async () => {
    const store = await openStore(configOf(rotate, env))
    const { fingerprint } = await rotateNotaryKey(store).finally(() => store.db.destroy())
    process.stdout.write(`Receipts are signed by ${fingerprint} from now on.\n`)
  })
  return group
}
