/** Origins that the manifest lets the wallet be enabled on: https, and this machine by its two names of the manifest. */
export function isPageOrigin({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return protocol === 'https:' || (protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1'))
}
