import { expect, test } from 'vitest'
import { openApi } from '#shared/openapi/openapi.ts'
import type { OpenApi } from './document.ts'
import { docsHtml } from './page.ts'

const html = docsHtml(openApi('0.0.0') as OpenApi, 'http://localhost:7984')

/** What stands inside the entry of a call or a schema. */
const entry = (id: string) => html.split(`id="${id}"`)[1]?.split('</details>')[0] ?? expect.fail(id)

test('no command of a call for sessions alone stands on the page', () => {
  const entries = html.split('<details').filter((part) => part.includes('Needs a session:'))
  expect(entries.length).toBeGreaterThan(10)
  expect(entries.filter((part) => part.includes('curl '))).toEqual([])
})

test('commands that pay carry a key, and the page begins with one', () => {
  for (const id of ['fund', 'mint', 'transfer', 'redeem'])
    expect(entry(id)).toContain('-H &#34;Idempotency-Key: $ID&#34;')
  expect(entry('getTransaction')).not.toContain('Idempotency-Key')
  expect(html).toMatch(/^ID=…/m)
})

test('the stream shows its header and the names of its events', () => {
  expect(entry('streamEvents')).toContain('<code>Last-Event-ID</code>')
  for (const name of ['ready', 'request.paid', 'batch'])
    expect(entry('streamEvents')).toContain(`<code>${name}</code>: `)
})

test('a schema says what it is about, at its call too', () => {
  expect(entry('transfer')).toContain('Exactly one of <code>to</code>')
  expect(entry('TransactionStatus')).toContain('<code>SETTLING</code>: the chain has confirmed it;')
})
