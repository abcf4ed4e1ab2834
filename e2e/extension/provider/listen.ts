/**
 * Code for a page or frame that looks for the wallet in every way a page has, for a while, and answers all that it
 * heard: announcements, messages and answers. It also asks by the bridge's own protocol, here and in the frames above.
 */
export const listening = (ms: number) => `new Promise((resolve) => {
  const heard = []
  const id = crypto.randomUUID?.() ?? String(Math.random())
  addEventListener('sotto:announceProvider', () => heard.push('announced'))
  addEventListener('message', ({ data }) => { if (data?.sotto !== 'ask') heard.push(data) })
  dispatchEvent(new Event('sotto:requestProvider'))
  for (const target of new Set([window, parent, top]))
    target.postMessage({ sotto: 'ask', id, method: 'sotto_getInfo', params: null }, '*')
  setTimeout(() => resolve(heard), ${ms})
})`

/** A site's answer to a raw question, past the provider: `undefined` where none came within a while. */
export const asking = (question: string, ms = 1_500) => `new Promise((resolve) => {
  const question = ${question}
  const timer = setTimeout(() => resolve(undefined), ${ms})
  addEventListener('message', ({ data }) => {
    if (data?.sotto !== 'answer' || data.id !== question.id) return
    clearTimeout(timer)
    resolve('failure' in data ? { code: data.failure.code, message: data.failure.message } : { value: data.value })
  })
  postMessage(question, '*')
})`
