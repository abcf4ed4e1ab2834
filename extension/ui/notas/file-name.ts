import { plainLine } from '../../plain-text.ts'

/** A name that every system takes for a file: no folders, no leading dots, nothing that a shell or Windows forbids. */
export function fileName(text: string, extension: string): string {
  const dot = `.${extension}`
  const bare = text.toLowerCase().endsWith(dot) ? text.slice(0, -dot.length) : text
  const safe = plainLine(bare, 80)
    .replace(/[/\\:*?"<>|]/g, '-')
    .replace(/^[.\s]+|[.\s…]+$/g, '')
  return `${safe === '' ? 'sotto' : safe}${dot}`
}
