import { findWallet } from './wallet.ts'

/** What a person has without it: all but a page that lives, dates of the own time zone, and buttons. */

/** A payer waits for this, and looks away meanwhile. */
const EVERY_MS = 4_000
/** While no answer comes, or the gateway asks for patience. */
const LATER_MS = 15_000
/** After so many looks the page is taken to be abandoned. */
const LOOKS = 1_800

const { path = '', status = '' } = document.body.dataset

for (const time of document.querySelectorAll('time'))
  time.textContent = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(time.dateTime),
  )

const copy = document.querySelector<HTMLButtonElement>('#copy')
if (copy !== null && navigator.clipboard !== undefined) {
  copy.hidden = false
  copy.onclick = async () => {
    await navigator.clipboard.writeText(document.querySelector('#address')?.textContent ?? '')
    copy.textContent = 'Copied'
  }
}

// What the page showed before is gone: a screen reader is told what there is now.
const KEY = 'sotto pay changed'
if (sessionStorage.getItem(KEY) !== null) {
  sessionStorage.removeItem(KEY)
  document.querySelector<HTMLElement>('#state')?.focus()
}

function changed(): void {
  sessionStorage.setItem(KEY, '')
  location.reload()
}

/**
 * Hears of changes until the request has ended; later ones are shown when the page is opened again. A page that is not seen hears
 * nothing: browsers open few connections to one host.
 */
function listen(): void {
  if (document.hidden) {
    addEventListener('visibilitychange', listen, { once: true })
    return
  }
  const events = new EventSource(`${path}/events`)
  events.onmessage = ({ data }) => data !== status && changed()
  // The browser opens a broken stream again, but not a refused one: too many pages are open, or a proxy is in the way.
  events.onerror = () => events.readyState === EventSource.CLOSED && void watch()
  addEventListener(
    'visibilitychange',
    () => {
      if (events.readyState === EventSource.CLOSED) return
      events.close()
      listen()
    },
    { once: true },
  )
}

/** Asks again and again instead. */
async function watch(): Promise<void> {
  for (let looks = 0; looks < LOOKS; looks++) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    if (document.hidden) await new Promise((resolve) => addEventListener('visibilitychange', resolve, { once: true }))
    const answer = await fetch(`${path}/status`, { cache: 'no-store' }).catch(() => undefined)
    if (answer?.ok === true && JSON.stringify(await answer.json()) !== status) return changed()
    if (answer?.ok !== true) await new Promise((resolve) => setTimeout(resolve, LATER_MS))
  }
}

if (/"state":"(open|part|lapsing)"/.test(status)) listen()
findWallet(path)
