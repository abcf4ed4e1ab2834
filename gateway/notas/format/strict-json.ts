import { flawed } from './invalid-nota.ts'

/**
 * A JSON object out of bytes, or a refusal. Stricter than `JSON.parse`, which keeps the last of two equal names: what
 * one reader sees, every reader must see (RFC 8259, section 4; RFC 7515, section 4, on header names).
 */
export function parseObject(bytes: Uint8Array, part: 'header' | 'content'): Record<string, unknown> {
  const text = decode(bytes, part)
  const value = parse(text, part)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(part, 'It is no object.')
  const twice = duplicateName(text)
  if (twice !== undefined) throw flawed('duplicate_field', `"${twice}" stands twice in its ${part}.`)
  return value as Record<string, unknown>
}

function decode(bytes: Uint8Array, part: 'header' | 'content'): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw unreadable(part, 'It is not UTF-8.')
  }
}

function parse(text: string, part: 'header' | 'content'): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable(part, 'It is not JSON.')
  }
}

function unreadable(part: 'header' | 'content', why: string) {
  return part === 'header'
    ? flawed('not_a_nota', `Its header cannot be read: ${why}`)
    : flawed('malformed_content', why)
}

/** In text that is JSON a string before a colon is always a name. `"\u0061"` and `"a"` are the same one. */
export function duplicateName(text: string): string | undefined {
  const open: Set<string>[] = []
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (name !== undefined) {
      const plain: string = JSON.parse(name)
      if (open.at(-1)?.has(plain)) return plain.slice(0, 40)
      open.at(-1)?.add(plain)
    }
  }
  return undefined
}
