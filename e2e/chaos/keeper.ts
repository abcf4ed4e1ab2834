import { appendFileSync } from 'node:fs'
import { type Running, startProcess } from './process.ts'
import type { Stage } from './stage.ts'

const STARTS_MAX = 5

/** Starts the gateway of a stage, again and again. What it logs goes to a file for anyone who has to find out why. */
export function createKeeper(stage: Stage) {
  let now: Running | undefined
  const log = (text: string) => {
    if (process.env.CHAOS_LOG !== undefined) appendFileSync(process.env.CHAOS_LOG, text)
  }

  async function start(extra: Record<string, string> = {}): Promise<Running> {
    for (let attempt = 1; ; attempt++) {
      try {
        now = await startProcess({ ...stage.settings, ...extra }, log)
        return now
      } catch (error) {
        if (attempt === STARTS_MAX) throw error
      }
    }
  }

  return {
    start,
    /** The one that runs, or a new one where it has ended. */
    running: async (): Promise<Running> => (now === undefined || now.hasEnded() ? start() : now),
    /** Starts one and kills it before, or just as, it begins to listen. */
    async startAndKill(afterMs: number): Promise<void> {
      const starting = startProcess(stage.settings, log, AbortSignal.timeout(afterMs))
      await starting.then((running) => running.kill()).catch(() => {})
    },
    async stop(): Promise<void> {
      if (now !== undefined && !now.hasEnded()) await now.stop()
    },
  }
}

export type Keeper = ReturnType<typeof createKeeper>
