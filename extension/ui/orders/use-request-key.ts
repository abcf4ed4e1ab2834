import { useOnce } from '../hooks/use-once.ts'

/** `Idempotency-Key`s of one form: a form sent again unchanged keeps its key; a changed form is another payment. */
export function useRequestKey(): (body: string) => string {
  const keys = useOnce(() => new Map<string, string>())
  return (body) => {
    const key = keys.get(body) ?? crypto.randomUUID()
    keys.set(body, key)
    return key
  }
}
