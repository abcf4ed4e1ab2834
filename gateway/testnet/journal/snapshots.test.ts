import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test-kit.ts'
import { createSnapshotMaker } from './snapshots.ts'

test('a thread that is ended leaves no dump waiting, and no other begins after the end', async () => {
  const { folder, remove } = temporaryFolder()
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const place = { host: '127.0.0.1', port: (silent.address() as AddressInfo).port }
  const maker = createSnapshotMaker()
  const asked = once(silent, 'connection')
  const { dumped, written } = maker.dump(place, join(folder, 'state.json.gz'))
  const [connection] = await asked
  await maker.close()
  await expect(dumped).rejects.toThrow('the thread of snapshots ended')
  await expect(written).rejects.toThrow('the thread of snapshots ended')
  expect(() => maker.dump(place, join(folder, 'state.json.gz'))).toThrow('snapshots are closed')
  connection.destroy()
  silent.close()
  remove()
})
