import type { Step } from '../../../gateway/world/world.ts'

/** What the driver tells a gateway under test, over the channel between the two processes. */
export type Order =
  /** Ends its own process with SIGKILL when it comes to a step for the so-many-th time from now. */
  | { is: 'die'; at: Step; occurrence: number }
  /** Moves the wall clock by so many milliseconds, as a resumed machine or a wrong time server does. */
  | { is: 'clock'; by: number }
  /** While on, the database takes no writes: SQLite answers `SQLITE_READONLY`. */
  | { is: 'read-only'; on: boolean }

export const steps = [
  'before storing legs',
  'before committing legs',
  'after storing legs',
  'before sending',
  'after sending',
  'before writing a verdict',
  'after writing a verdict',
  'before storing arrivals',
  'before committing arrivals',
  'after storing arrivals',
] as const satisfies Step[]
