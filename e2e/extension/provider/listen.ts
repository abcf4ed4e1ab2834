/** What a page is sure to hear where there is a wallet: an announcement, or an answer of the bridge. */
type Sure = 'announced' | 'answered'

/**
 * Code for a page or frame that looks for the wallet in every way a page has, for a while, and answers all that it
 * heard: announcements, messages and answers. It also asks by the bridge's own protocol, here and in the frames above.
 * Where something is sure to come, the while begins when that has.
 */
export const listening = (ms: number, sure?: Sure) => `new Promise((resolve) => {
  const heard = []
  const id = crypto.randomUUID?.() ?? String(Math.random())
  const done = () => setTimeout(() => resolve(heard), ${ms})
  const hear = (what, kind) => {
    heard.push(what)
    if (kind === ${JSON.stringify(sure ?? null)}) done()
  }
  addEventListener('sotto:announceProvider', () => hear('announced', 'announced'))
  addEventListener('message', ({ data }) => {
    if (data?.sotto !== 'ask') hear(data, data?.sotto === 'answer' ? 'answered' : undefined)
  })
  dispatchEvent(new Event('sotto:requestProvider'))
  for (const target of new Set([window, parent, top]))
    target.postMessage({ sotto: 'ask', id, method: 'sotto_getInfo', params: null }, '*')
  ${sure === undefined ? 'done()' : ''}
})`

/** A site's answer to a raw question, past the provider: `undefined` where none came within a while. */
export const asking = (question: string, ms = 120_000) => `new Promise((resolve) => {
  const question = ${question}
  const timer = setTimeout(() => resolve(undefined), ${ms})
  addEventListener('message', ({ data }) => {
    if (data?.sotto !== 'answer' || data.id !== question.id) return
    clearTimeout(timer)
    resolve('failure' in data ? { code: data.failure.code, message: data.failure.message } : { value: data.value })
  })
  postMessage(question, '*')
})`
