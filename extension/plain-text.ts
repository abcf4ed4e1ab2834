/** Marks that turn the direction of whatever follows them, and other characters that show as nothing. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** A token's symbol as a gateway names it; no genuine one is longer. */
export function plainToken(token: string): string {
  return plainLine(token, 16)
}

/** Text of somebody else as one short line: for options of a list, file names and labels, where no element can hold it in. */
export function plainLine(text: string, longest = 60): string {
  const line = text.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim()
  const letters = Array.from(line)
  return letters.length <= longest
    ? line
    : `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}
