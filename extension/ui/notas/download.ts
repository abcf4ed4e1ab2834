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

/** Gives a text as a file, in UTF-8 and unchanged. Nothing leaves the browser. */
export function download(name: string, text: string, type = 'application/octet-stream'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
