import { expect, test } from 'vitest'
import { setUpEach } from '../batches-fixture.ts'
import { sendRandomFiles } from './random-files-fixture.ts'

setUpEach()

test('whatever bytes a file has, it is a draft, or refused by name', async () => {
  expect([...(await sendRandomFiles(500)).keys()].sort()).toEqual([201, 400])
})
