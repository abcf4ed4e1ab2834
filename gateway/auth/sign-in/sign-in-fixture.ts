import { beforeEach } from 'vitest'
import type { Source } from '../../config/config.ts'
import { createTester, createTestWorld, PASSWORD, type Tester, type TestWorld } from '../../testing/test-world.ts'
import { createVisitor, type Visitor } from '../../testing/visitor.ts'

// Set-up of the tests beside this. Its bindings are live: each test finds its own world in them.
export let world: TestWorld
export let tester: Tester

export async function begin(settings: Source = {}) {
  world = await createTestWorld(settings)
  tester = await createTester(world)
}

/** The set-up of each test of the file that calls it. */
export function setUpEach(): void {
  beforeEach(() => begin({ SOTTO_LIMIT_LOGINS: '1000', SOTTO_LIMIT_WRITES: '1000' }))
}

/** From now on the tester is another account, or at another app. */
export function goOnAs(next: Tester): void {
  tester = next
}

export const visitor = () => createVisitor(tester.app)

export const login = (who: Visitor, password = PASSWORD, email = tester.email) =>
  who.tell('POST', '/auth/login', { email, password })
