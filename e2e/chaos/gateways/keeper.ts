import { appendFileSync } from 'node:fs'
import type { Stage } from '../stage.ts'
import { type Running, startProcess } from './process.ts'

const STARTS_MAX = 5

/** Starts a gateway of a stage, again and again. What it logs goes to a file for anyone who has to find out why. */
export function createKeeper({ settings, replicas }: Pick<Stage, 'settings' | 'replicas'>, replica = 0) {
  let now: Running | undefined
  let starting: Promise<Running> | undefined
  const log = (text: string) => {
    if (process.env.CHAOS_LOG !== undefined) appendFileSync(process.env.CHAOS_LOG, text)
  }

  async function start(extra: Record<string, string> = {}): Promise<Running> {
    for (let attempt = 1; ; attempt++) {
      try {
        now = await startProcess({ ...settings, ...replicas[replica], ...extra }, log)
        return now
      } catch (error) {
        if (attempt === STARTS_MAX) throw error
      }
    }
  }

  return {
    start,
    /** The one that runs, or a new one where it has ended. */
    running: async (): Promise<Running> => {
      if (now !== undefined && !now.hasEnded()) return now
      starting ??= start().finally(() => {
        starting = undefined
      })
      return starting
    },
    runs: () => now !== undefined && !now.hasEnded(),
    /** Neither runs nor starts. */
    isDown: () => now?.hasEnded() === true && starting === undefined,
    /** Starts one and kills it before, or just as, it begins to listen. */
    async startAndKill(afterMs: number): Promise<void> {
      const starting = startProcess({ ...settings, ...replicas[replica] }, log, AbortSignal.timeout(afterMs))
      await starting.then((running) => running.kill()).catch(() => {})
    },
    async stop(): Promise<void> {
      await starting?.catch(() => undefined)
      if (now !== undefined && !now.hasEnded()) await now.stop()
    },
  }
}

export type Keeper = ReturnType<typeof createKeeper>
