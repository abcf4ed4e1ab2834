let workers = 0

/** Code of a new worker: what it holds in memory is its own, and the old one is gone in the middle of whatever it did. */
export function newWorker(): Promise<typeof import('../carry-out.ts')> {
  return import(/* @vite-ignore */ `../carry-out.ts?worker=${++workers}`)
}
