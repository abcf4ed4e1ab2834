import { FIREFOX_ID } from '#shared/extension-identity.ts'
import { permissionPattern } from '../../../extension/gateway/origin.ts'
import { type Firefox, FirefoxGone, firefoxVersion, launchFirefox } from '../../accounts/firefox.ts'
import { builtExtension } from '../harness/build.ts'
import { until } from '../harness/until.ts'
import { type Stage, stageOn, type Tab } from './stage.ts'

const UUID = '5a1f0d0e-7984-4f0b-9d3a-50770c0ffee0'
const ORIGIN = `moz-extension://${UUID}`

type Context = { context: string; url: string }

/** Firefox with the built extension in it. */
export async function firefoxStage(): Promise<Stage> {
  const firefox = await launchFirefox({ [FIREFOX_ID]: UUID })
  const build = builtExtension('firefox')
  await firefox.install(build.folder)
  const chrome = await chromeOf(firefox)

  const prompts = async () => (await contextsOf(firefox)).filter(({ url }) => url.startsWith(`${ORIGIN}/approve.html`))

  const url = (page: string) => `${ORIGIN}/${page}`
  const open = async (address: string): Promise<Tab> => {
    const { context } = (await firefox.bidi('browsingContext.create', { type: 'tab' })) as Context
    const tab = tabIn(firefox, context)
    await tab.go(address)
    return tab
  }

  return stageOn({
    name: 'Firefox',
    url,
    open,
    inside: await open(url('icon/sotto.svg')),
    async prompt() {
      const [found] = await until('the approval window', async () => {
        const open = await prompts()
        return open.length > 0 && open
      })
      if (found === undefined) throw new Error('the approval window closed again')
      const tab = tabIn(firefox, found.context)
      await until('its document', () => tab.run<boolean>(`document.readyState === 'complete'`).catch(notYet))
      return tab
    },
    async giveHost(origin) {
      const module = 'resource://gre/modules/ExtensionPermissions.sys.mjs'
      const given = JSON.stringify({ permissions: [], origins: [permissionPattern(origin)] })
      await chrome(`ChromeUtils.importESModule('${module}').ExtensionPermissions
        .add('${FIREFOX_ID}', ${given}, WebExtensionPolicy.getByID('${FIREFOX_ID}').extension).then(() => null)`)
    },
    prompts: async () => (await prompts()).length,
    async endWorker() {
      const background = `WebExtensionPolicy.getByID('${FIREFOX_ID}').extension`
      await chrome(`${background}.terminateBackground({ ignoreDevToolsAttached: true }).then(() => null)`)
    },
    async close() {
      await firefox.close()
      build.remove()
    },
  })
}

/** Runs code in the browser's own window, where a test may do what no page can. */
async function chromeOf(firefox: Firefox): Promise<(code: string) => Promise<unknown>> {
  const window = await until('the window of Firefox', async () => {
    const windows = await contextsOf(firefox, { 'moz:scope': 'chrome' })
    return windows.find(({ url }) => url.endsWith('/browser.xhtml'))
  })
  return (code) => evaluate(firefox, window.context, code)
}

/** The last release that does not know `moz:scope`, as was tried. */
const SCOPELESS = 140

/** Whether this Firefox lets a test into its own window. Releases that do not know `moz:scope` list pages all the same. */
export async function letsIntoWindow(): Promise<boolean> {
  if (firefoxVersion() <= SCOPELESS) return false
  const firefox = await launchFirefox({})
  try {
    const page = await until('a page', async () => (await contextsOf(firefox))[0])
    const windows = await contextsOf(firefox, { 'moz:scope': 'chrome' })
    return windows.every(({ context }) => context !== page.context)
  } finally {
    await firefox.close()
  }
}

async function contextsOf(firefox: Firefox, scope: Record<string, string> = {}): Promise<Context[]> {
  const tree = (await firefox.bidi('browsingContext.getTree', { ...scope, maxDepth: 0 })) as { contexts: Context[] }
  return tree.contexts
}

async function evaluate(firefox: Firefox, context: string, code: string): Promise<unknown> {
  const expression = `Promise.resolve(${code}).then((value) => JSON.stringify({ value }))`
  const answer = (await firefox.bidi('script.evaluate', {
    expression,
    target: { context },
    awaitPromise: true,
  })) as { type: string; result?: { value: string }; exceptionDetails?: { text: string } }
  if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text ?? 'it threw')
  return (JSON.parse(answer.result?.value ?? '{}') as { value?: unknown }).value
}

function tabIn(firefox: Firefox, context: string): Tab {
  const run = <T>(code: string) => evaluate(firefox, context, code) as Promise<T>
  return {
    run,
    async press(name) {
      const { x, y } = await until(`a button ${name} to press`, () =>
        run<{ x: number; y: number } | false>(middleOf(name)).catch(notYet),
      )
      const actions = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      // The window may close under the click, and the command then has no answer of its own.
      await firefox
        .bidi('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
        .catch((error: Error) => {
          if (!isGone(error)) throw error
        })
    },
    async shows(text) {
      const look = `${pattern(text)}.test(document.body?.textContent ?? '')`
      await until(`the text ${text}`, () => run<boolean>(look).catch(notYet))
    },
    async go(url) {
      // A navigation to an extension's page never reports its end.
      await firefox.bidi('browsingContext.navigate', { context, url, wait: 'none' })
      const there = `location.href === ${JSON.stringify(new URL(url).href)} && document.readyState === 'complete'`
      await until(url, () => run<boolean>(there).catch(notYet))
    },
    close: async () => {
      await firefox.bidi('browsingContext.close', { context })
    },
  }
}

const isGone = ({ message }: Error) =>
  /browsing context .* not found|no such (frame|window)|discarded|destroyed/i.test(message)

/** A document that is just being replaced is looked at again; a tab that is gone is not. */
function notYet(error: Error): false {
  if (isGone(error) || error instanceof FirefoxGone) throw error
  return false
}

function pattern(text: string | RegExp): string {
  return typeof text === 'string' ? `/${text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}/` : String(text)
}

/** Where the button of that name is, or false while it is not there or cannot be pressed. */
function middleOf(name: string | RegExp): string {
  return `(() => {
    const named = [...document.querySelectorAll('button')].filter((button) => ${pattern(name)}.test(button.innerText))
    const button = named.find((each) => !each.disabled && each.getAttribute('aria-disabled') !== 'true')
    if (button === undefined) return false
    button.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = button.getBoundingClientRect()
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  })()`
}
