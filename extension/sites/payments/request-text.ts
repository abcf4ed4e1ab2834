/** A name has dots too: the header of a nota is JSON, whose Base64 begins like this. */
export const NOTA = /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/
/** An origin and a token, and nothing beside them. */
const PAGE = /^https?:\/\/[^/@]+\/pay\/[\w-]{1,100}$/

/** The page of a request, where a text is the address of one. */
export function pageIn(text: string): URL | undefined {
  const url = URL.parse(text)
  return url !== null && PAGE.test(url.href) ? url : undefined
}

/** Whether a text can be a request at all: its nota, or the address of its page. Who signed it is asked later. */
export function isRequestText(text: string): boolean {
  return NOTA.test(text.trim()) || pageIn(text) !== undefined
}
