import * as z from 'zod/mini'
import { listenerIn } from '../start/listener-file.ts'

const Readiness = z.object({ ok: z.boolean(), checks: z.array(z.object({ name: z.string(), ok: z.boolean() })) })

/** `url`: undefined where no gateway listens for the folder. `says`: what its `/readyz` does; undefined where none answers there. */
export type Running = { url: string | undefined; says: z.infer<typeof Readiness> | undefined }

const PATIENCE_MS = 10_000

/** Asks the gateway that runs on a data folder whether it is ready. What listens where the settings say may be another one. */
export async function askRunning(dir: string): Promise<Running> {
  const url = listenerIn(dir)
  if (url === undefined) return { url, says: undefined }
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return { url, says: Readiness.parse(await answer.json()) }
  } catch {
    return { url, says: undefined }
  }
}
