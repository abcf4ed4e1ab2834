/**
 * As many from the beginning of a list as fit into so many characters of JSON. A browser keeps 10 MB for a wallet in
 * memory and counts more than the characters; no genuine gateway comes near, and another one must not fill it.
 */
export function fitting<T>(list: readonly T[], room: number): T[] {
  let taken = 0
  const end = list.findIndex((each) => {
    taken += JSON.stringify(each).length + 1
    return taken > room
  })
  return end === -1 ? [...list] : list.slice(0, end)
}
