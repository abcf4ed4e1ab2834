/** As text in HTML, also in an attribute: names, memos and hosts are whatever somebody wrote. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
