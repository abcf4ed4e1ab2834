/** More edits make another word of most. */
const EDITS_MAX = 3

/**
 * The suggestion for an unknown word: the known one that takes the fewest edits. Undefined where none is
 * near: it takes more than three edits, or as many as half its letters.
 */
export function nearestOf(text: string, known: readonly string[]): string | undefined {
  // A word takes an edit for each letter that it is longer: what a client makes up costs nothing, however long it is.
  const alike = known.filter((word) => Math.abs(word.length - text.length) <= EDITS_MAX)
  const all = alike.map((word) => ({ word, edits: distance(text, word) }))
  const [first] = all.toSorted((a, b) => a.edits - b.edits)
  if (first === undefined || first.edits > EDITS_MAX) return undefined
  return 2 * first.edits < Math.max(text.length, first.word.length) ? first.word : undefined
}

/** Insertions, deletions, replacements, and neighbours that change places (optimal string alignment), row by row. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : replaced
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
