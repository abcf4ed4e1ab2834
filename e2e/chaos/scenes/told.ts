import type { Findings } from '../checks/check.ts'
import { createRandom } from '../random.ts'

/** A seed for the scenes of one test file, and what they said: a failure names both. */
export function told() {
  const seed = process.env.CHAOS_SEED ?? String(Date.now())
  const said: string[] = []
  return {
    say: (text: string) => void said.push(text),
    random: (name: string) => createRandom(`${seed}/${name}`),
    /** The seed, and what was said since the last time. */
    context: () => `seed ${seed}\n${said.splice(0).join('\n')}`,
  }
}

/** Each in words: a list of objects is cut in the report of a run. */
export function inWords({ problems, surprises }: Findings): string[] {
  return [...problems.map(({ kind, text }) => `${kind}: ${text}`), ...surprises]
}
