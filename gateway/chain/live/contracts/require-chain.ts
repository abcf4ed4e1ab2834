const MAIN_NETWORK = 1

/** Throws where a node serves another chain than was wanted. */
export function requireChain(found: number, wanted: number): void {
  if (found === wanted) return
  const main = 'This is a main network, where money is real: Sotto refuses those for now.'
  const hint = found === MAIN_NETWORK ? main : 'Check SOTTO_RPC_URL.'
  throw new Error(`The RPC serves chain ${found}, not ${wanted}. ${hint}`)
}
