/** A text field of a form; the empty string where there is none. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}

/** A code as it was typed, without the gaps that apps show it with. */
export function codeOf(values: FormData): string {
  return textOf(values, 'code').replaceAll(/\s/g, '')
}
