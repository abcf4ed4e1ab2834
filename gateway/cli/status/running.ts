import * as z from 'zod/mini'
import type { Config } from '../../config/config.ts'
import { listenerIn } from '../start/listener-file.ts'

const Readiness = z.object({ ok: z.boolean(), checks: z.array(z.object({ name: z.string(), ok: z.boolean() })) })

/** A gateway at its address. `says`: what its `/readyz` does; undefined where none answers there. */
export type Running = { url: string; says: z.infer<typeof Readiness> | undefined }

const PATIENCE_MS = 10_000

/** Asks the gateway that runs on a data folder whether it is ready; else whatever listens where the settings say. */
export async function askRunning(config: Config, dir: string): Promise<Running> {
  const { SOTTO_HOST: host, SOTTO_PORT: port } = config
  const url = listenerIn(dir) ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return { url, says: Readiness.parse(await answer.json()) }
  } catch {
    return { url, says: undefined }
  }
}
