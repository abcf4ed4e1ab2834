/** An element with attributes, listeners (`onclick`) and children; text is always text. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.filter((child) => child !== undefined && child !== null && child !== false))
  return element
}

export function clone(id) {
  return document.getElementById(id).content.cloneNode(true)
}

/** Puts a view in the page and moves a reader's place to its start. */
export function show(...content) {
  const view = document.getElementById('view')
  view.replaceChildren(...content)
  view.removeAttribute('aria-busy')
  return view
}

/** Says a result aloud and shows it for a while. */
export function announce(text) {
  const status = document.getElementById('status')
  status.textContent = text
  clearTimeout(announce.timer)
  announce.timer = setTimeout(() => {
    status.textContent = ''
  }, 6_000)
}

/** One at a time: a button that was pressed waits, still focusable, for its work to end. */
export async function busy(button, work) {
  if (button.getAttribute('aria-disabled') === 'true') return
  button.setAttribute('aria-disabled', 'true')
  try {
    return await work()
  } finally {
    button.removeAttribute('aria-disabled')
  }
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

export const atTime = (iso) => moment.format(new Date(iso))
export const onDay = (iso) => day.format(new Date(iso))

export function copyButton(text, label = 'Copy') {
  return h(
    'button',
    {
      type: 'button',
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(text)
          announce('Copied.')
        } catch {
          announce('Copying is not allowed here: select the text instead.')
        }
      },
    },
    label,
  )
}
