import { migrate } from '../../db/migrate.ts'
import { openPostgres } from '../../db/postgres/open.ts'
import { dropDatabases, makeDatabase, prefixOf, SERVER_URL } from './databases.ts'
import { rememberEmpty } from './emptying.ts'
import { startPostgres } from './server.ts'

/** For the whole run: a server, and an empty database that is up to date, of which each world gets a copy. */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startPostgres()
  process.env[SERVER_URL] = server.url
  const template = openPostgres(await makeDatabase({ from: 'template0', name: `${prefixOf(process.pid)}template` }))
  await migrate(template)
  await rememberEmpty(template)
  await template.destroy()
  return async () => {
    if (server.outlivesUs) await dropDatabases()
    await server.stop()
  }
}
