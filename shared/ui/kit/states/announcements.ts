/** How long a result stays on screen, in milliseconds. */
const SHOWN_MS = 6_000

type Show = (text: string) => void

/** The live regions there are, the newest last: it alone says something, as what stands behind a modal dialog is not read. */
const regions: Show[] = []
let spoken = ''
let timer: ReturnType<typeof setTimeout> | undefined

/** Says a result aloud and shows it for a while. */
export function announce(text: string): void {
  spoken = text
  clearTimeout(timer)
  timer = setTimeout(() => announceNothing(), SHOWN_MS)
  regions.at(-1)?.(text)
}

function announceNothing() {
  spoken = ''
  regions.at(-1)?.('')
}

/** Adds a live region, which says what is still being said. Once it is gone, the one before it does. */
export function addRegion(show: Show): () => void {
  if (spoken !== '') regions.at(-1)?.('')
  regions.push(show)
  if (spoken !== '') show(spoken)
  return () => {
    regions.splice(regions.indexOf(show), 1)
    if (spoken !== '') regions.at(-1)?.(spoken)
  }
}
