import { plainLine } from './plain-text.ts'

/** A token's symbol, as far as one is worth showing: a gateway may call it anything. */
export function tokenName(token: string): string {
  return plainLine(token, 20)
}
