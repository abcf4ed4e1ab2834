const streams = [process.stdout, process.stderr]

/** The reader of a pipe may be gone, as with `| head`: what is written then goes nowhere, and ends nothing. */
export function outliveReaders(): void {
  for (const stream of streams) stream.on('error', () => {})
}

/** A pipe takes a long text piece by piece: at a plain exit the rest would be lost. */
export async function exitOnceWritten(code?: number): Promise<never> {
  await Promise.all(streams.map((stream) => new Promise((resolve) => stream.write('', resolve))))
  process.exit(code)
}
