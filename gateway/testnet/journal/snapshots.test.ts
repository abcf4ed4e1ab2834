import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
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

test('a dump that fails while it is written, as on a full disk, leaves nothing there', async () => {
  const { folder, remove } = temporaryFolder()
  const result = `0x${gzipSync('{"transactions":[]}').toString('hex')}`
  const anvil = createHttpServer((_, response) => response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result })))
  await once(anvil.listen(0, '127.0.0.1'), 'listening')
  const place = { host: '127.0.0.1', port: (anvil.address() as AddressInfo).port }
  const maker = createSnapshotMaker()
  await maker.dump(place, join(folder, 'state-1.json.gz')).written
  // A folder in its place: the rename is refused.
  mkdirSync(join(folder, 'state-2.json.gz'))
  await expect(maker.dump(place, join(folder, 'state-2.json.gz')).written).rejects.toThrow('EISDIR')
  expect(readdirSync(folder).sort()).toEqual(['state-1.json.gz', 'state-2.json.gz'])
  await maker.close()
  anvil.close()
  anvil.closeAllConnections()
  remove()
})
