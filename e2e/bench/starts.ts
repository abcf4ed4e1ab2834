import { startGateway, temporaryFolder } from '../harness/gateway.ts'
import { type Line, median } from './kit/report.ts'

const ROUNDS = 5

/** From the start of the command to its ready line, on a new data folder and on one that it has used before. */
export async function benchStarts(): Promise<Line[]> {
  const times: [first: number, second: number][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const folder = temporaryFolder()
    const measured: number[] = []
    for (const _ of ['first', 'second']) {
      const gateway = await startGateway({ dataDir: folder.path })
      measured.push(gateway.readyMs)
      await gateway.stop()
    }
    times.push([measured[0] ?? Number.NaN, measured[1] ?? Number.NaN])
    folder.remove()
  }
  const [first, second] = [median(times.map(([ms]) => ms)), median(times.map(([, ms]) => ms))]
  const ratio = (second / first).toFixed(2)
  return [{ what: 'time to ready', sotto: `${first.toFixed(0)} ms`, bare: `${second.toFixed(0)} ms`, ratio }]
}
