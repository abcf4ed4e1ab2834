/** What a request carries through the HTTP layer. */
export type Env = {
  Variables: {
    requestId: string
    /** What its answer has so far (`headers.ts`). */
    headers: Record<string, string>
  }
}
