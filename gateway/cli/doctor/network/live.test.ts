import { expect, test } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { checkLive } from './live.ts'

test.each([
  [{}, ['SOTTO_RPC_URL is not set', 'SOTTO_OPERATOR_KEY is not set']],
  [{ SOTTO_OPERATOR_KEY: '7'.repeat(64) }, ['SOTTO_RPC_URL is not set']],
])('all settings that a live network lacks are told at once: of %j', async (settings, said) => {
  const found = await checkLive(readConfig({ SOTTO_NETWORK: 'sepolia', ...settings }), Date.now())
  expect(found.map(({ state, says }) => [state, says])).toEqual(said.map((says) => ['bad', says]))
})
