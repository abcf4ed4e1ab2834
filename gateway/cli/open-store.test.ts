import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { goneFrom } from './open-store.ts'
import { administer, dir, env, sotto } from './server-admin-fixture.ts'

administer()

test('where a database is gone, the refusal also says how to begin anew', async () => {
  await sotto('migrate')
  for (const end of ['', '-wal', '-shm']) rmSync(join(dir(), `sotto.db${end}`), { force: true })
  const anew = `; to begin anew, move ${dir()} away`
  await expect(sotto('migrate')).rejects.toThrow(anew)
  expect(goneFrom(readConfig(env({ DATABASE_URL: 'postgresql://localhost/sotto' }))).mend).toContain(anew)
  rmSync(dir(), { recursive: true })
  await sotto('migrate')
})
