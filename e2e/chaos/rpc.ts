/** Asks the chain directly, past the gateway and its libraries. Throws what the node refuses. */
export async function rpc<Result>(url: string, method: string, ...params: unknown[]): Promise<Result> {
  const [answer] = await rpcBatch<Result>(url, [{ method, params }])
  return answer as Result
}

/** Many questions in one request, answered in their order. */
export async function rpcBatch<Result>(url: string, calls: { method: string; params: unknown[] }[]): Promise<Result[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
  })
  const answers = (await response.json()) as { id: number; result: Result; error?: { message: string } }[]
  const failed = answers.find(({ error }) => error !== undefined)
  if (failed?.error !== undefined) throw new Error(`${calls[failed.id]?.method}: ${failed.error.message}`)
  return answers.sort((a, b) => a.id - b.id).map(({ result }) => result)
}
