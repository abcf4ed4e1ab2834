import type { Keyring } from '../../../crypto/keyring.ts'
import type { Db } from '../../../db/database.ts'
import { listWebhooks } from '../../../webhooks/store.ts'
import { bad, type Finding } from '../finding.ts'

/** Webhooks whose rows somebody has altered: nothing is sent to them. */
export async function checkWebhooks(db: Db, keys: Keyring): Promise<Finding[]> {
  return (await listWebhooks(db, keys)).altered.map((id) =>
    bad(
      'webhooks',
      `somebody has altered the row of webhook ${id}: nothing is sent to it`,
      `find out who can write the database; its account can remove it (DELETE /webhooks/${id}) and make another`,
    ),
  )
}
