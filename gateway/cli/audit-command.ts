import { Command } from 'commander'
import { listAccounts } from '../accounts/store.ts'
import { answerOf, everyEvent, verifyEvents } from '../audit/store.ts'
import type { Source } from '../config.ts'
import type { EventRow } from '../db/schema.ts'
import { openStore, type Store } from './open-store.ts'
import { configOf, withSettings } from './settings.ts'

/** `sotto audit`: the audit log, oldest first, and whether it is whole. */
export function auditCommand(env: Source): Command {
  const audit = new Command('audit')
    .description('print the audit log, oldest first')
    .option('--verify', 'only check that no entry was altered, taken out or cut off')
    .option('--json', 'one JSON object a line')
  withSettings(audit).action(async () => {
    const { verify, json } = audit.opts() as { verify?: true; json?: true }
    const store = await openStore(configOf(audit, env))
    try {
      if (verify) process.exitCode = await check(store, json === true)
      else await print(store, json === true)
    } finally {
      await store.db.destroy()
    }
  })
  return audit
}

async function check(store: Store, json: boolean): Promise<number> {
  const verdict = await verifyEvents(store.db, store.keys)
  const words =
    verdict.is === 'whole'
      ? `The audit log is whole: ${verdict.events} entries.`
      : `The audit log is broken at entry ${verdict.at}: ${verdict.why}.`
  process.stdout.write(`${json ? JSON.stringify(verdict) : words}\n`)
  return verdict.is === 'whole' ? 0 : 1
}

async function print(store: Store, json: boolean): Promise<void> {
  const emails = new Map((await listAccounts(store.db)).map(({ id, email }) => [id, email]))
  for await (const row of everyEvent(store.db)) {
    const account = row.account_id === null ? null : (emails.get(row.account_id) ?? row.account_id)
    process.stdout.write(`${json ? JSON.stringify({ ...answerOf(row), account }) : line(row, account)}\n`)
  }
}

function line(row: EventRow, account: string | null): string {
  const credential = row.credential_type === null ? '-' : `${row.credential_type}:${row.credential_id ?? '-'}`
  const fields = [row.type, row.outcome, account, credential, row.address, row.subject]
  return [new Date(row.at).toISOString(), ...fields.map((field) => field ?? '-')].join('  ')
}
