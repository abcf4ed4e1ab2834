import { stillBeside } from '../../db/migrate.ts'
import { NewerSchema } from '../../db/versions-beside.ts'
import type { World } from '../../world/world.ts'

const LOOK_EVERY_MS = 1_000

/**
 * Looks whether a newer version has changed the database so that this gateway cannot go on. Resolves with what it has done
 * then: this one must end; and with undefined when the gateway stops.
 */
export async function followSchema(
  { db, clock, closing }: Pick<World, 'db' | 'clock' | 'closing'>,
  failed: (error: unknown) => void,
): Promise<NewerSchema | undefined> {
  while (!closing.aborted) {
    try {
      await stillBeside(db)
    } catch (error) {
      if (error instanceof NewerSchema) return error
      failed(error)
    }
    await clock.sleep(LOOK_EVERY_MS, closing)
  }
  return undefined
}
