import { expect, test } from 'vitest'
import { setUpEach } from '../batches-fixture.ts'
import { sendRandomFiles } from './random-files-fixture.ts'

setUpEach()

test('of 100,000 files each is a draft, or refused by name', async () => {
  expect([...(await sendRandomFiles(100_000)).keys()].sort()).toEqual([201, 400])
}, 3_600_000)
