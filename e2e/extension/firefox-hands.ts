import { FIREFOX_ID } from '#shared/extension-identity.ts'
import { evaluate, launchFirefox, notYet } from '../accounts/firefox.ts'
import { builtExtension } from './harness/build.ts'
import { until } from './harness/until.ts'

/** What a person does in a page of the wallet in Firefox, by the names that they see. */
export type FirefoxHands = {
  press(name: string | RegExp): Promise<void>
  /** Types into the field of this label, in place of what stands in it. */
  type(label: string, text: string): Promise<void>
  /** Waits for the screen of that name. */
  at(title: string): Promise<void>
  /** Waits until the page shows a text. */
  sees(text: string | RegExp): Promise<void>
  /** Chooses one of several. */
  choose(title: string): Promise<void>
  /** What code says in the page of the wallet. */
  told<T>(code: string): Promise<T>
  /** What is on the screen. */
  shown(): Promise<string>
  close(): Promise<void>
}

const UUID = '2b7e1516-28ae-4d2a-a6ab-f7158809cf4f'

/** Firefox with the built wallet in it, in the tab that it opens by itself. A host that it asks for is given. */
export async function openInFirefox(): Promise<FirefoxHands> {
  // Nobody could press the browser's prompt.
  const firefox = await launchFirefox({ [FIREFOX_ID]: UUID }, { 'extensions.webextOptionalPermissionPrompts': false })
  const build = builtExtension('firefox')
  await firefox.install(build.folder)
  const dashboard = `moz-extension://${UUID}/dashboard.html`
  const context = await until('the tab that opens by itself', async () => {
    const { contexts } = (await firefox.bidi('browsingContext.getTree', { maxDepth: 0 })) as { contexts: Context[] }
    return contexts.find(({ url }) => url.startsWith(dashboard))?.context ?? false
  })

  const run = async <T>(code: string): Promise<T> => {
    const expression = `JSON.stringify({ value: ${code} })`
    const answer = await firefox.bidi('script.evaluate', { expression, target: { context }, awaitPromise: false })
    const { type, result } = answer as { type: string; result?: { value: string } }
    if (type !== 'success') throw new Error(JSON.stringify(answer))
    return (JSON.parse(result?.value ?? '{}') as { value: T }).value
  }
  const waitFor = <T>(what: string, code: string) => until<T>(what, () => run<T | false>(code).catch(notYet))
  const perform = (source: object) => firefox.bidi('input.performActions', { context, actions: [source] })
  /** Where the page moves between a look and a click, the click lands elsewhere: it is looked and clicked again. */
  const click = async (what: string, find: string) => {
    await until(what, async () => {
      const { x, y } = await stillPoint(what, find)
      const actions = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await run(watchClick(find))
      await perform({ type: 'pointer', id: 'mouse', actions })
      // A page that went away with the click knows nothing of it.
      return run<boolean>('globalThis.clicked !== false').catch((error) => !notYet(error))
    })
  }
  const stillPoint = (what: string, find: string) => {
    let before = ''
    return until(what, async () => {
      const found = await run<Point | false>(middleOf(find)).catch(notYet)
      const stands = JSON.stringify(found) === before
      before = JSON.stringify(found)
      return stands && found
    })
  }

  return {
    choose: (title) => click(`the choice ${title}`, named('label', pattern(title))),
    told: async <T>(code: string) => (await evaluate(firefox.bidi, context, code)) as T,
    press: (name) => click(`a button or link ${name}`, named('button, a, summary', pattern(name))),
    async type(label, text) {
      await click(`a field ${label}`, named('input, textarea', pattern(label, true)))
      const keys = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
      await perform({ type: 'key', id: 'keyboard', actions: [...selectAll, ...keys] })
    },
    at: (title) => waitFor(`the screen ${title}`, `document.querySelector('h1')?.innerText.trim() === '${title}'`),
    sees: (text) => waitFor(`the text ${text}`, `${pattern(text)}.test(document.body.innerText)`),
    shown: () => run('document.body.innerText'),
    async close() {
      await firefox.close()
      build.remove()
    },
  }
}

type Context = { context: string; url: string }
type Point = { x: number; y: number }

const CONTROL = '\uE009'
const selectAll = [
  { type: 'keyDown', value: CONTROL },
  { type: 'keyDown', value: 'a' },
  { type: 'keyUp', value: 'a' },
  { type: 'keyUp', value: CONTROL },
]

function pattern(text: string | RegExp, whole = false): string {
  if (typeof text !== 'string') return String(text)
  const escaped = text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return whole ? `/^${escaped}$/` : `/${escaped}/`
}

/** The element of that name, or undefined while it is not there or cannot be used. */
function named(kind: string, name: string): string {
  return `(() => {
    const nameOf = (each) => (each.labels?.[0]?.innerText ?? each.getAttribute('aria-label') ?? each.innerText).trim()
    const named = [...document.querySelectorAll('${kind}')].filter((each) => ${name}.test(nameOf(each)))
    return named.find((each) => each.checkVisibility() && each.getAttribute('aria-disabled') !== 'true')
  })()`
}

function middleOf(find: string): string {
  return `(() => {
    const found = ${find}
    if (found === undefined) return false
    found.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = found.getBoundingClientRect()
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  })()`
}

/** Keeps whether the next press of the button of the mouse lands on the element. */
function watchClick(find: string): string {
  return `(() => {
    const found = ${find}
    globalThis.clicked = false
    const watch = ({ target }) => { globalThis.clicked = found?.contains(target) === true }
    document.addEventListener('pointerdown', watch, { capture: true, once: true })
    return true
  })()`
}
