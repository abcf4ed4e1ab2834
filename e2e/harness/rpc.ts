/** Asks an RPC directly, past the gateway and its libraries. */
export async function rpc<Result>(url: string, method: string, ...params: unknown[]): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: Result; error?: { message: string } }
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}

export type RawReceipt = { status: `0x${string}`; from: `0x${string}`; transactionHash: `0x${string}` }

/** The receipt of a mined transaction; null where the chain does not have it. */
export function receiptOf(url: string, hash: string | null): Promise<RawReceipt | null> {
  return hash === null ? Promise.resolve(null) : rpc(url, 'eth_getTransactionReceipt', hash)
}

/** How many transactions of a sender are mined. */
export async function minedCount(url: string, sender: string): Promise<number> {
  return Number(await rpc(url, 'eth_getTransactionCount', sender, 'latest'))
}
