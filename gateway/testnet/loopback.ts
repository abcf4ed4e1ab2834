/** The test-net's shortcuts go nowhere but to this machine. Throws for any other URL. */
export function assertLoopback(url: string): void {
  const { protocol, hostname } = new URL(url)
  const local = hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'
  if (protocol !== 'http:' || !local) throw new Error(`${hostname} is not this machine: no test-net shortcuts there`)
}
