import { sentence } from './api.js'
import { h } from './dom.js'

/** Loads what a card shows: waiting, then empty, ready or refused with a way to try again. */
export async function fill(id, load, draw) {
  const content = document.querySelector(`#${id} .content`)
  if (content === null) return
  content.setAttribute('aria-busy', 'true')
  if (content.childElementCount === 0) content.append(h('p', { class: 'waiting' }, 'Loading…'))
  try {
    content.replaceChildren(...[draw(await load())].flat())
  } catch (error) {
    const again = h('button', { type: 'button', class: 'danger', onclick: () => fill(id, load, draw) }, 'Try again')
    content.replaceChildren(h('p', { class: 'refused', role: 'alert' }, sentence(error), again))
  } finally {
    content.removeAttribute('aria-busy')
  }
}

export function rows(list, empty) {
  if (list.length === 0) return h('p', { class: 'empty' }, empty)
  return h('ul', { class: 'rows' }, ...list)
}

/** A line of a card: what it is, what is known of it, what can be done with it. */
export function row(title, meta, ...actions) {
  const known = meta.filter(Boolean)
  return h(
    'li',
    {},
    h(
      'div',
      {},
      h('span', { class: 'title' }, ...[title].flat()),
      ...known.map((line) => h('span', { class: 'meta' }, line)),
    ),
    actions.length === 0 ? undefined : h('div', { class: 'actions' }, ...actions),
  )
}

/** A button whose name says of which row it is. */
export function rowButton(text, of, onclick, danger = false) {
  return h(
    'button',
    { type: 'button', class: danger ? 'danger' : 'plain', 'aria-label': `${text} ${of}`, onclick },
    text,
  )
}
