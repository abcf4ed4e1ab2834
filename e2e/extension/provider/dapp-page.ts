import type { Tab } from './stage.ts'

/** What a request of a page came to. */
export type Came = { value: unknown } | { code: number; message: string; data?: { retryAfter: number } }

/**
 * The side of a site, by hand: it finds the provider as its documentation says, asks, and keeps every answer in the
 * order in which they came. `asked` counts answers per request, so that a second one for the same would show.
 */
const script = `(() => {
  const site = { events: [], answers: [], provider: undefined, arrived: undefined }
  site.arrived = new Promise((resolve) => {
    addEventListener('sotto:announceProvider', ({ detail }) => {
      if (site.provider !== undefined) return
      site.provider = detail.provider
      for (const name of ['connect', 'disconnect', 'permissionsChanged', 'addressCardRevoked'])
        site.provider.on(name, (value) => site.events.push({ name, value }))
      resolve(true)
    })
  })
  site.ask = (method, params) => {
    const answer = { count: 0, came: undefined }
    site.answers.push(answer)
    const said = (came) => { answer.count++; answer.came = came; return came }
    return site.provider.request({ method, params }).then(
      (value) => said({ value }),
      (error) => said({ code: error.code, message: error.message, data: error.data }))
  }
  globalThis.site = site
  dispatchEvent(new Event('sotto:requestProvider'))
})()`

export async function beSite(page: Tab): Promise<void> {
  await page.run(script)
}

/** Waits until the provider is there. */
export async function find(page: Tab): Promise<void> {
  await beSite(page)
  await page.run('site.arrived')
}

/** Asks and waits for the answer. */
export function ask(page: Tab, method: string, params: unknown = null): Promise<Came> {
  return page.run<Came>(`site.ask(${JSON.stringify(method)}, ${JSON.stringify(params)})`)
}

/** Asks, and goes on while the answer is not there. Its place among the answers leads to it. */
export function begin(page: Tab, method: string, params: unknown = null): Promise<number> {
  const place = 'site.answers.length - 1'
  return page.run<number>(`(void site.ask(${JSON.stringify(method)}, ${JSON.stringify(params)}), ${place})`)
}

/** The answer at a place, once it is there. */
export async function answerAt(page: Tab, place: number): Promise<Came> {
  const waits = `new Promise((resolve) => {
    const look = () => site.answers[${place}].came === undefined ? setTimeout(look, 20) : resolve(site.answers[${place}].came)
    look()
  })`
  return page.run<Came>(waits)
}

export type Heard = { name: string; value: unknown }

export const events = (page: Tab): Promise<Heard[]> => page.run('site.events')

/** How often a question was answered. */
export const times = (page: Tab, place: number): Promise<number> => page.run(`site.answers[${place}].count`)

/** A cup and a bowl, 64.5 together. */
export async function order(page: Tab): Promise<void> {
  await page.press('Add morning cup')
  await page.press('Add low bowl')
  await page.press('Place the order')
  await page.shows(/Order \d+/)
}

/** Reads all of a payment that a page asks for, which says what it should, and pays it. */
export async function approve(prompt: Tab, said: readonly (string | RegExp)[], button: RegExp): Promise<void> {
  for (const words of said) await prompt.shows(words)
  await prompt.run('scrollTo(0, document.documentElement.scrollHeight)')
  await prompt.press(button)
}
