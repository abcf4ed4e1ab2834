import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/database.ts'
import { keepOnce } from '../../db/sealed/secrets.ts'

const NAME = 'network'

/** A database of one network must not meet the chain of another: its nonces would be wrong, and its payments lost. */
export class OtherNetwork extends Error {
  constructor(belongs: string, asked: string) {
    super(`This database belongs to the network ${belongs}, and SOTTO_NETWORK is ${asked}. Use a database for each.`)
    this.name = 'OtherNetwork'
  }
}

/** On SQLite each network has a folder; a PostgreSQL database is told at its first use. Throws `OtherNetwork`. */
export async function bindNetwork(db: Db, { SOTTO_NETWORK: asked }: Pick<Config, 'SOTTO_NETWORK'>): Promise<void> {
  const belongs = await keepOnce(db, NAME, asked)
  if (belongs !== asked) throw new OtherNetwork(belongs, asked)
}
