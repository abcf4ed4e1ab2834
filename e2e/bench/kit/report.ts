export type Line = { what: string; sotto: string; bare: string; ratio: string }

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** Runs both sides in turns, so that whatever else the machine does hits both alike; the median of each. */
export async function inTurns(rounds: number, sotto: () => Promise<number>, bare: () => Promise<number>) {
  const measured = { sotto: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    measured.sotto.push(await sotto())
    measured.bare.push(await bare())
  }
  return { sotto: median(measured.sotto), bare: median(measured.bare) }
}

export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

export function table(title: string, [sotto, bare]: [string, string], lines: Line[]): string {
  const rows = lines.map((line) => `| ${line.what} | ${line.sotto} | ${line.bare} | ${line.ratio} |`)
  return [`### ${title}`, '', `| | ${sotto} | ${bare} | ratio |`, '| --- | --: | --: | --: |', ...rows, ''].join('\n')
}
