import { type Question, REQUEST_MAX } from './protocol.ts'

/** The page's name for a question of its provider; undefined for everything else that a page may post. */
export function idOf(data: unknown): string | undefined {
  const { sotto, id } = Object(data) as Partial<Record<keyof Question, unknown>>
  return sotto === 'ask' && typeof id === 'string' && id.length <= 64 ? id : undefined
}

/** A copy as plain JSON, so that nothing of it can change or compute anything once it was looked at. */
export function questionOf(data: unknown, id: string): Question | undefined {
  try {
    const text = JSON.stringify(data)
    if (text.length > REQUEST_MAX) return undefined
    const { method, params = null } = JSON.parse(text) as Partial<Record<keyof Question, unknown>>
    return typeof method === 'string' && method.length <= 100 ? { sotto: 'ask', id, method, params } : undefined
  } catch {
    return undefined
  }
}
