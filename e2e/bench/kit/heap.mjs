// Loaded into the gateway before it starts (`node --expose-gc --import`): on SIGUSR2 it collects what is garbage, prints
// its memory in bytes, and writes a heap snapshot into the folder that HEAP_SNAPSHOTS names. Threads of the gateway load it too, and say
// nothing.
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getHeapStatistics, writeHeapSnapshot } from 'node:v8'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  let count = 0
  process.on('SIGUSR2', async () => {
    // What is freed by one collection may hold what the next one frees.
    for (let times = 0; times < 3; times++) {
      globalThis.gc()
      await nextTurn()
    }
    const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage()
    const { malloced_memory: malloced } = getHeapStatistics()
    const folder = process.env.HEAP_SNAPSHOTS
    if (folder) writeHeapSnapshot(join(folder, `${String(count++).padStart(2, '0')}.heapsnapshot`))
    process.stderr.write(`memory ${JSON.stringify({ rss, heapTotal, heapUsed, external, arrayBuffers, malloced })}\n`)
  })
}
