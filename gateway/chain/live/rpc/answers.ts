/** As JSON-RPC 2.0 writes it: with `error`, or else with `result`. */
export type Answer = { result?: unknown; error?: { code: number; message: string; data?: unknown } }

/** A question that has a number, as it goes over the wire. */
export type Numbered = { id: number; json: string }

/**
 * The answers of a batch in the order of its questions, matched by their numbers: a node may answer in any order. Undefined
 * unless each question has exactly one answer and there is nothing else: a node that answers twice, or another question, may
 * have mixed up the rest as well.
 */
export function matched(questions: readonly Numbered[], body: unknown): Answer[] | undefined {
  if (!Array.isArray(body) || body.length !== questions.length) return undefined
  const byId = new Map<unknown, Answer>()
  for (const answer of body) if (isAnswer(answer)) byId.set((answer as { id?: unknown }).id, answer)
  const answers = questions.flatMap(({ id }) => byId.get(id) ?? [])
  return answers.length === questions.length ? answers : undefined
}

/** A definite answer: a result, or an error that says which. */
export function isAnswer(value: unknown): value is Answer {
  if (typeof value !== 'object' || value === null) return false
  return isError((value as Answer).error) || 'result' in value
}

export function isError(error: unknown): error is NonNullable<Answer['error']> {
  if (typeof error !== 'object' || error === null) return false
  const { code, message } = error as Record<string, unknown>
  return typeof code === 'number' && typeof message === 'string'
}
