/** Gives a text, in UTF-8 and unchanged, or a blob as a file. Nothing leaves the browser. */
export function saveFile(name: string, content: string | Blob, type = 'application/octet-stream'): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
