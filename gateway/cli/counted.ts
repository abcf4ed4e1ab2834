/** "no payment", "1 payment", "2 payments". `many`: the plural, where it is not made by an "s". */
export function counted(count: number, one: string, many = `${one}s`): string {
  if (count === 0) return `no ${one}`
  return `${count} ${count === 1 ? one : many}`
}

/** The word alone that goes with what `counted` says: "is" or "are". "No payment" goes with "is". */
export function of(count: number, one: string, many: string): string {
  return count <= 1 ? one : many
}
