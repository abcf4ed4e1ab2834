// Loaded into the gateway before it starts (`node --import`): on SIGUSR2 it prints how late its event loop was since the
// last time, in milliseconds. Threads of the gateway load it too, and say nothing.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const RESOLUTION_MS = 5

if (isMainThread) {
  const lag = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  lag.enable()
  process.on('SIGUSR2', () => {
    // What is measured is the time between two ticks.
    const late = (ns) => Math.max(0, ns / 1e6 - RESOLUTION_MS).toFixed(2)
    process.stderr.write(`loop-lag ${late(lag.percentile(50))} ${late(lag.percentile(99))} ${late(lag.max)}\n`)
    lag.reset()
  })
}
