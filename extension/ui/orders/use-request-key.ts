import { useOnce } from '../hooks/use-once.ts'

/** `Idempotency-Key`s of one form: what is sent again unchanged keeps its key, what was changed is another wish. */
export function useRequestKey(): (body: string) => string {
  const keys = useOnce(() => new Map<string, string>())
  return (body) => {
    const key = keys.get(body) ?? crypto.randomUUID()
    keys.set(body, key)
    return key
  }
}
