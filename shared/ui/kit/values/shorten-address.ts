/** An address as people compare it: its beginning and its end. Anything shorter stays whole. */
export function shortenAddress(address: string): string {
  return address.length <= 16 ? address : `${address.slice(0, 8)}…${address.slice(-6)}`
}
