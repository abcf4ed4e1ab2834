import { Command, Option } from 'commander'
import { emailsById } from '../../accounts/store.ts'
import { eventAnswer } from '../../audit/list-events.ts'
import { everyEvent, type Head } from '../../audit/store.ts'
import { acknowledgeBreaks, verifyEvents } from '../../audit/verify.ts'
import type { Source } from '../../config/config.ts'
import type { EventRow } from '../../db/schema/sign-in-rows.ts'
import { printableJson, printableLine } from '../../world/printable.ts'
import { counted } from '../counted.ts'
import { formatHead, keptHead, parseHead, resetKeptHead } from '../keys/audit-head.ts'
import { resetKeptServer, serverChanged } from '../keys/kept-server.ts'
import { openInstalled, type Store } from '../open-store.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'

type Options = { verify?: true; acknowledge?: true; json?: true; head?: string }

/** `sotto audit`: the audit log, oldest first, and whether it is whole. */
export function auditCommand(env: Source): Command {
  const audit = new Command('audit')
    .description('print the audit log, oldest first')
    .option('--verify', 'only check that no entry was altered, taken out or cut off')
    .addOption(
      new Option('--head <position:mac>', 'verify against a head that was printed before, and kept elsewhere')
        .implies({ verify: true })
        .conflicts('acknowledge'),
    )
    .option('--acknowledge', 'note that it is broken and that you know why: from there on it is whole again')
    .option('--json', 'one JSON object a line')
  withSettings(audit).action(async () => {
    const { verify, acknowledge, json, head } = audit.opts() as Options
    const store = await openInstalled(configOf(audit, env))
    try {
      if (acknowledge) await acknowledgeBroken(store)
      else if (verify) process.exitCode = await check(store, json === true, head)
      else await printAll(store, json === true)
    } finally {
      await store.db.destroy()
    }
  })
  return audit
}

/** Of 256 bits as base64url. */
const MAC_LENGTH = 43

async function check(store: Store, json: boolean, given: string | undefined): Promise<number> {
  const head = given === undefined ? undefined : parseHead(given)
  // A head that was cut short on its way here does not mean that the log was cut.
  if (given !== undefined && head?.mac.length !== MAC_LENGTH)
    throw new Error('--head takes what --verify prints: POSITION:MAC.')
  const kept = [...keptHead(store.dir), ...(head === undefined ? [] : [head])]
  const verdict = await verifyEvents(store.db, store.keys, kept)
  const words =
    verdict.is === 'whole'
      ? `The audit log is whole: ${counted(verdict.events, 'entry', 'entries')}.${newest(verdict.head)}`
      : `The audit log is broken at entry ${verdict.at}: ${verdict.why}.`
  print(`${json ? printableJson(verdict) : words}\n`)
  return verdict.is === 'whole' ? 0 : 1
}

/** On every machine that has a folder of its own: each keeps a head. */
async function acknowledgeBroken(store: Store): Promise<void> {
  const changed = await serverChanged(store.db, store.dir)
  await resetKeptServer(store.db, store.dir)
  if (changed !== undefined) print(`Noted beside the database: ${changed}.\n`)
  const broken = await acknowledgeBreaks(store, keptHead(store.dir))
  if (broken === undefined) return print('The audit log is whole: there is nothing to acknowledge.\n')
  await resetKeptHead(store.db, store.dir)
  print(`Noted in the audit log: it was broken at entry ${broken.at}: ${broken.why}.\n`)
}

/** To be kept elsewhere: it reveals an older log, whatever an intruder can write here. */
function newest(head: Head | undefined): string {
  return head === undefined ? '' : ` Its head is ${formatHead(head)}`
}

async function printAll(store: Store, json: boolean): Promise<void> {
  const emails = await emailsById(store.db, store.keys)
  for await (const row of everyEvent(store.db)) {
    const account = row.accountId === null ? null : (emails.get(row.accountId) ?? row.accountId)
    print(`${json ? printableJson({ ...eventAnswer(row), account }) : line(row, account)}\n`)
  }
}

function line(row: EventRow, account: string | null): string {
  const credential = row.credentialType === null ? '-' : `${row.credentialType}:${row.credentialId ?? '-'}`
  const fields = [row.type, row.outcome, account, credential, row.address, row.subject]
  return [new Date(row.at).toISOString(), ...fields.map((field) => printableLine(field ?? '-'))].join('  ')
}
