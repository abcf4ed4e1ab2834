import { expect, test } from 'vitest'
import { createTestWorld } from '../testing/test-world.ts'
import { createAccount } from './create-account.ts'
import { flawOf } from './password-rules.ts'

test.each(['nobody', 'a b@example.org', '', 'x@', '<script>@example.org'])(
  '"%s" is no e-mail address',
  async (email) => {
    const world = await createTestWorld()
    await expect(createAccount(world as never, email)).rejects.toThrow('is not an e-mail address')
  },
)

test.each(['password1234', 'alice.smith@example.org', ' ALICE.SMITH@EXAMPLE.ORG '])(
  'an administrator chooses "%s" no more than anybody else',
  async (password) => {
    const world = await createTestWorld()
    await expect(createAccount(world as never, 'alice.smith@example.org', password)).rejects.toThrow('The password is')
  },
)

test('the part before the @ alone is no password either', () => {
  expect(flawOf('alice.smith.of.berlin', 'alice.smith.of.berlin@example.org', new Set())).toContain('own e-mail')
})
