/** What a request carries through the HTTP layer. */
export type Env = { Variables: { requestId: string } }
