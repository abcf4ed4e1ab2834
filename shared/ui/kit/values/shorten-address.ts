/** An address as people compare it: its beginning and its end, joined so that no line ends between. Anything shorter stays whole. */
export function shortenAddress(address: string): string {
  return address.length <= 16 ? address : `${address.slice(0, 8)}…\u2060${address.slice(-6)}`
}
