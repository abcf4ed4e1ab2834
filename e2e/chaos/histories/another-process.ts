import type { TestWorld } from '../../../gateway/testing/test-world.ts'
import { createLocks } from '../../../gateway/world/locks.ts'

/** The same database, chain and clock for a gateway that remembers nothing of this one, nor waits for its locks. */
export function anotherProcess(world: TestWorld): TestWorld {
  return { ...world, db: otherIdentity(world.db), locks: createLocks() }
}

/** What a process remembers it keeps by the identity of its database. */
function otherIdentity<T extends object>(db: T): T {
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
