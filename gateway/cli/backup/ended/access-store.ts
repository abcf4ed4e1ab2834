import type { Keyring, Sealed } from '../../../crypto/keyring.ts'
import type { Db } from '../../../db/database.ts'
import type { AccountRow } from '../../../db/schema/sign-in-rows.ts'
import type { WebhookRow } from '../../../db/schema/webhook-rows.ts'
import { openUnaltered } from '../../../db/sealed/open-unaltered.ts'
import { checkRow } from '../../../db/sealed/row-macs.ts'
import { openEach, type Webhook } from '../../../webhooks/webhook.ts'

/** Who gets into an account, what it may pay, and who is told of that, in the clear: to be compared, and shown nowhere. */
export type Access = {
  email: string
  disabled: boolean
  password: string
  secondFactors: string
  /** By the ID of the account, API key or wallet. */
  policies: Map<string, string>
  webhooks: string
}

/** Of each account, by its ID; of those alone whose rows this gateway has written. */
export async function readAccesses(db: Db, keys: Keyring): Promise<Map<string, Access>> {
  const accounts = await db.selectFrom('accounts').selectAll().execute()
  const parts = await readParts(db)
  const open = (account: AccountRow) => [account.id, accessTo(keys, account, parts)] as const
  return new Map(openUnaltered(accounts, open, () => undefined))
}

type Parts = Awaited<ReturnType<typeof readParts>>

/** Rows of all accounts, by the account's ID. */
async function readParts(db: Db) {
  return {
    apiKeys: grouped(await db.selectFrom('apiKeys').selectAll().execute()),
    wallets: grouped(await db.selectFrom('wallets').selectAll().execute()),
    passkeys: grouped(await db.selectFrom('passkeys').selectAll().execute()),
    webhooks: grouped(await webhooksIn(db)),
    codes: grouped(await db.selectFrom('recoveryCodes').selectAll().execute()),
  }
}

/** Data of an older version has none, and in damaged data they may not be readable: both differ from a backup that has some. */
const webhooksIn = (db: Db) =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .orderBy('id')
    .execute()
    .catch((): WebhookRow[] => [])

const grouped = <R extends { accountId: string }>(rows: R[]) => Map.groupBy(rows, ({ accountId }) => accountId)

/** Throws where another program than this gateway has written any of it. */
function accessTo(keys: Keyring, account: AccountRow, parts: Parts): Access {
  const { id } = account
  const open = (table: string, column: string, row: string, sealed: Sealed | null) =>
    sealed ? keys.open({ table, column, row }, sealed) : ''
  const [apiKeys, wallets] = [parts.apiKeys.get(id) ?? [], parts.wallets.get(id) ?? []]
  const [passkeys, codes] = [parts.passkeys.get(id) ?? [], parts.codes.get(id) ?? []]
  checkRow(keys, 'accounts', account)
  for (const row of apiKeys) checkRow(keys, 'apiKeys', row)
  for (const row of wallets) checkRow(keys, 'wallets', row)
  for (const row of passkeys) checkRow(keys, 'passkeys', row)
  const webhooks = openEach(keys, parts.webhooks.get(id) ?? [], termsOf)
  const totp = account.totpConfirmedAt === null ? null : account.totpSecret
  return {
    email: account.email,
    disabled: account.disabledAt !== null,
    password: open('accounts', 'password_hash', id, account.passwordHash),
    secondFactors: JSON.stringify([
      open('accounts', 'totp_secret', id, totp),
      passkeys.map(({ credentialId }) => credentialId).sort(),
      codes.map(({ hash }) => hash).sort(),
    ]),
    webhooks: JSON.stringify(webhooks),
    policies: new Map([
      [id, open('accounts', 'policy', id, account.policy)],
      ...apiKeys.map((row) => [row.id, open('api_keys', 'policy', row.id, row.policy)] as const),
      ...wallets.map((row) => [row.id, open('wallets', 'policy', row.id, row.policy)] as const),
    ]),
  }
}

/** Not how far it has come. One that is off may have been switched off, or have ended by itself. */
const termsOf = ({ id, url, events, walletIds, includeAmounts, secrets, status }: Webhook) =>
  [id, url, events, walletIds, includeAmounts, secrets, status === 'disabled'] as const

/** What of an account is another here than there, in words; only policies of what both have are compared. */
export function differences(here: Access, there: Access): string[] {
  const isOther = ([id, policy]: [string, string]) => there.policies.has(id) && there.policies.get(id) !== policy
  return [
    ...(here.disabled === there.disabled ? [] : [here.disabled ? 'disabled' : 'enabled']),
    ...(here.password === there.password ? [] : ['password']),
    ...(here.secondFactors === there.secondFactors ? [] : ['second factors']),
    ...([...here.policies].some(isOther) ? ['policies'] : []),
    ...(here.webhooks === there.webhooks ? [] : ['webhooks']),
  ]
}
