/** French sets a space before these marks and inside its quotes, at which no line may end. Written here as any other. */
export function spaced(text: string): string {
  return text
    .replace(/ (?=[;!?])/g, '\u202f')
    .replace(/ (?=[:»])/g, '\u00a0')
    .replace(/« /g, '«\u00a0')
}
