/** Gives a text as a file, in UTF-8 and unchanged. Nothing leaves the browser. */
export function saveFile(name: string, text: string, type = 'application/octet-stream'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
