import { escaped } from '../html.ts'
import type { Call, Media, OpenApi, Operation, Schema } from './document.ts'
import { aboutHtml, fieldHtml, fieldsHtml, marked, typeHtml } from './schema.ts'

type Schemas = OpenApi['components']['schemas']

/** One call, closed until somebody wants it: what it takes, what it answers, and how it fails. */
export function operationHtml({ path, method, operation }: Call, schemas: Schemas): string {
  const { operationId, summary } = operation
  const id = escaped(operationId)
  // The fragment names what is inside, so that browsers open it for those who follow a link.
  return `<details class="call">
<summary><h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${pathHtml(path)}</code></h3> <span class="about">${marked(summary)}</span></summary>
<div class="inside" id="${id}">
<p class="access">${accessWords(operation)} <a href="#${id}">Link to this call</a></p>
${parametersHtml(operation)}${bodyHtml(operation, schemas)}${curlHtml(path, method, operation)}${answerHtml(operation)}${failuresHtml(operation)}
</div>
</details>`
}

const pathHtml = (path: string) => escaped(path).replace(/\{(\w+)\}/g, '<var>{$1}</var>')

function accessWords({ security }: Operation): string {
  const kinds = security.map((one) => Object.keys(one)[0])
  if (kinds.length === 0) return 'Needs no key.'
  return kinds.includes('apiKey') ? 'Needs an API key, or a session.' : 'Needs a session: a person who has signed in.'
}

function parametersHtml({ parameters }: Operation): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, schema, required, description, in: place }) => {
    const described = description === undefined ? schema : { ...schema, description }
    return fieldHtml(name, described, required, `in the ${place}`)
  })
  return `<h4>Parameters</h4><dl class="fields">${rows.join('')}</dl>`
}

function bodyHtml({ requestBody }: Operation, schemas: Schemas): string {
  const schema = jsonOf(requestBody?.content)?.schema
  if (schema === undefined) return ''
  const named = schemas[schema.$ref?.split('/').at(-1) ?? '']
  return `<h4>Body</h4><p>${typeHtml(schema)}, as JSON</p>${aboutHtml(named ?? schema)}${fieldsHtml(named ?? schema)}`
}

/** As a person types it; `API`, `KEY` and `ID` as the page says at its beginning. None of a call that takes no key. */
function curlHtml(path: string, method: string, { requestBody, security, parameters }: Operation): string {
  const example = jsonOf(requestBody?.content)?.example
  const isForKeys = security.some((one) => 'apiKey' in one)
  if ((security.length > 0 && !isForKeys) || (requestBody !== undefined && example === undefined)) return ''
  const isIdempotent = parameters.some(({ name }) => name === 'Idempotency-Key')
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"$API${path}"`,
    isForKeys ? '-H "Authorization: Bearer $KEY"' : '',
    isIdempotent ? '-H "Idempotency-Key: $ID"' : '',
    example === undefined ? '' : `-H 'Content-Type: application/json'`,
    example === undefined ? '' : `-d '${JSON.stringify(example)}'`,
  ].filter(Boolean)
  return `<h4>Example</h4><pre><code>${escaped(lines.join(' \\\n  '))}</code></pre>`
}

function answerHtml({ responses }: Operation): string {
  const [status = '', answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  const [type = '', media] = Object.entries(answer?.content ?? {})[0] ?? []
  if (media === undefined) return ''
  const { data, about } = dataOf(type, media)
  const example =
    media.example === undefined ? '' : `<pre><code>${escaped(JSON.stringify(media.example, null, 2))}</code></pre>`
  return `<h4>Answer <span class="status">${status}</span></h4><p>${about}</p>${fieldsHtml(data)}${example}`
}

/** What stands under `data`: around it each answer is the same. */
function dataOf(type: string, media: Media): { data: Schema; about: string } {
  if (type !== 'application/json') {
    const data = media['x-data'] ?? media.schema
    return { data, about: `<code>${escaped(type)}</code>${media['x-data'] === undefined ? '' : `: ${typeHtml(data)}`}` }
  }
  const data = media.schema.properties?.data
  if (data === undefined) return { data: media.schema, about: 'As it stands here' }
  const isEmpty = data.$ref === undefined && fieldsHtml(data) === '' && data.type === 'object'
  if (isEmpty) return { data, about: '<code>data</code> is empty' }
  return { data, about: data.properties === undefined ? `<code>data</code>: ${typeHtml(data)}` : '<code>data</code>' }
}

function failuresHtml({ responses }: Operation): string {
  const rows = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, { description }]) => `<li>${status} ${codesIn(description).map(codeLink).join(', ')}</li>`)
  return rows.length === 0 ? '' : `<h4>Failures</h4><ul class="failures">${rows.join('')}</ul>`
}

/** A description of failures names each code at the start of a paragraph. */
const codesIn = (description: string) => [...description.matchAll(/^`(\w+)`:/gm)].map(([, code = '']) => code)
const codeLink = (code: string) => `<a href="#error-${code}"><code>${code}</code></a>`

const jsonOf = (content: Record<string, Media> | undefined) => content?.['application/json']
