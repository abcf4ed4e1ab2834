/**
 * For questions whose answers may come in another order. Each question is counted when it is asked; the function that comes of
 * it says of the answer whether it may be shown: no later question was answered before it.
 */
export function answersInOrder(): () => () => boolean {
  let asked = 0
  let shown = 0
  return () => {
    asked += 1
    const mine = asked
    return () => {
      if (mine < shown) return false
      shown = mine
      return true
    }
  }
}
