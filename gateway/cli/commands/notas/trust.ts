import { Command } from 'commander'
import type { Source } from '../../../config/config.ts'
import { type Issuer, listIssuers, pinIssuer, unpinIssuer } from '../../../notas/issuers-store.ts'
import { isFingerprint } from '../../../notas/trust.ts'
import { printableJson, printableLine } from '../../../world/printable.ts'
import { openInstalled, type Store } from '../../open-store.ts'
import { print } from '../../print.ts'
import { configOf, withSettings } from '../../settings.ts'

/** `sotto trust …`: the issuers whose receipts are believed here. */
export function trustCommand(env: Source): Command {
  const group = new Command('trust').description('pin issuers of notas by the fingerprint of their key')
  const run = (command: Command, work: (store: Store) => Promise<string>) =>
    withSettings(command).action(async () => {
      const store = await openInstalled(configOf(command, env))
      print(await work(store).finally(() => store.db.destroy()))
    })

  const add = group
    .command('add')
    .description('believe what an issuer signs')
    .argument('<fingerprint>', 'as "sotto nota verify" prints it, after -- if it begins with -')
    .addHelpText(
      'after',
      '\nCompare it with what the issuer tells you in person or by telephone, not with the file alone.',
    )
    .option('--label <label>', 'who that is')
  run(add, async ({ db, clock }) => {
    const fingerprint = fingerprintIn(add)
    await pinIssuer(db, { fingerprint, label: add.opts().label ?? null, createdAt: clock.now() })
    return `${fingerprint} is trusted.\n`
  })

  const remove = group.command('remove').description('believe it no more').argument('<fingerprint>', 'of the issuer')
  run(remove, async ({ db }) => {
    const fingerprint = fingerprintIn(remove)
    if (await unpinIssuer(db, fingerprint)) return `${fingerprint} is no longer trusted.\n`
    return remove.error(`${fingerprint} was not trusted. "sotto trust list" shows those that are.`)
  })

  const list = group
    .command('list')
    .description('list the issuers that are believed')
    .option('--json', 'one JSON object a line')
  run(list, async ({ db }) => {
    const issuers = await listIssuers(db)
    if (list.opts().json) return issuers.map(jsonLine).join('')
    return issuers.map(line).join('') || 'No issuer is trusted here yet.\n'
  })
  return group
}

function fingerprintIn(command: Command): string {
  const [text = ''] = command.args
  if (isFingerprint(text)) return text
  return command.error('A fingerprint is 43 characters: the thumbprint (RFC 7638) of an Ed25519 key, in base64url.')
}

const jsonLine = (issuer: Issuer) => `${printableJson({ ...issuer, createdAt: new Date(issuer.createdAt) })}\n`

function line({ fingerprint, label, createdAt }: Issuer): string {
  return `${[fingerprint, `since ${new Date(createdAt).toISOString()}`, printableLine(label ?? '')].join('  ').trimEnd()}\n`
}
