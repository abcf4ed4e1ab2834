/** The one that takes the fewest insertions, deletions and replacements. */
export function nearestOf(text: string, known: readonly string[]): string {
  const [first = ''] = known.toSorted((a, b) => distance(text, a) - distance(text, b))
  return first
}

/** Levenshtein's, row by row. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
