import { sentence } from './api.js'
import { busy, h } from './dom.js'

let number = 0

/**
 * Asks for something in a modal dialog. `run` is given the values; while it refuses, the dialog stays and says why.
 * Resolves with what `run` answered, or undefined where it was closed.
 */
export function ask({ title, content = [], fields = [], below = [], action, danger = false, cancel = 'Cancel', run }) {
  return new Promise((resolve) => {
    const id = `dialog-${++number}`
    const refused = h('p', { class: 'refused', role: 'alert', hidden: true })
    const submit = h('button', { type: 'submit', class: danger ? 'danger main' : 'main' }, action)
    let outcome
    const form = h(
      'form',
      {
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault()
          refused.hidden = true
          const flawed = form.querySelector(':invalid:not(fieldset)')
          if (flawed !== null) return refuse(flawed.validationMessage, flawed)
          busy(submit, async () => {
            outcome = await run(new FormData(form))
            dialog.close()
          }).catch((error) => refuse(sentence(error)))
        },
      },
      ...content,
      ...fields.map(field),
      ...below,
      refused,
      h(
        'div',
        { class: 'buttons' },
        cancel && h('button', { type: 'button', onclick: () => dialog.close() }, cancel),
        submit,
      ),
    )
    const dialog = h('dialog', { 'aria-labelledby': id }, h('h2', { id }, title), form)
    function refuse(text, input = form.querySelector('input:not([hidden])')) {
      refused.textContent = text
      refused.hidden = false
      input?.focus()
      if (input?.select && input.type !== 'checkbox') input.select()
    }
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(outcome)
    })
    document.body.append(dialog)
    dialog.showModal()
    form.querySelector('input:not([hidden])')?.focus()
  })
}

/** A labelled field, with a hint where one helps. */
function field({ label, hint, options, ...attributes }) {
  const id = `field-${++number}`
  const described = { id, 'aria-describedby': hint && `${id}-hint`, ...attributes }
  const input = options === undefined ? h('input', { required: true, ...described }) : select(options, described)
  const below = hint && h('p', { class: 'meta', id: `${id}-hint` }, hint)
  return h('div', { class: 'field' }, h('label', { for: id }, label), input, below)
}

function select(options, attributes) {
  return h('select', attributes, ...options.map(([value, text]) => h('option', { value }, text)))
}

/** Shows something that is seen once, until its reader is done with it. */
export function reveal({ title, content }) {
  return ask({ title, content, action: 'Done', cancel: null, run: async () => undefined })
}
