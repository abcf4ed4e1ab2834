import { parentPort, workerData } from 'node:worker_threads'

/** A worker: what `/healthz` takes others, every 20 ms, in a thread that has nothing else to do. Posts all of it when asked. */
const times: number[] = []
parentPort?.once('message', () => {
  parentPort?.postMessage(times)
  process.exit()
})
for (;;) {
  const begun = performance.now()
  await (await fetch(`${String(workerData)}/healthz`)).text()
  times.push(performance.now() - begun)
  await new Promise((resolve) => setTimeout(resolve, 20))
}
