import { messages } from '#shared/refusal.ts'
import { statuses } from '#shared/refusal-codes.ts'
import { escaped, pageHead } from '../html.ts'
import type { Call, OpenApi } from './document.ts'
import { operationHtml } from './operation.ts'
import { aboutHtml, fieldsHtml, marked, typeHtml } from './schema.ts'

/** The whole API on one page, complete without a script: calls in the order of the document, then failures and schemas. */
export function docsHtml(document: OpenApi, origin: string): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const sections = document.tags.map((tag) => ({ ...tag, id: slugOf(tag.name), calls: callsOf(calls, tag.name) }))
  const base = document.servers[0]?.url ?? ''
  const styles = ['/docs/tokens.css', '/docs/docs.css']
  return `${pageHead({ title: 'Sotto: API', icon: '/verify/icon.svg', styles })}
<body>
<header>
<p class="brand"><a href="/"><img src="/verify/icon.svg" alt="" width="28" height="28">Sotto: this gateway</a></p>
<h1>Sotto API</h1>
<p class="lead">Confidential payments over HTTP: ${calls.length} calls. ${marked(document.info.description)}</p>
</header>
<div class="columns">
<nav aria-label="Contents"><ul>
<li><a href="#begin">Begin</a></li>
${sections.map(({ id, name }) => `<li><a href="#${id}">${escaped(name)}</a></li>`).join('\n')}
<li><a href="#failures">Failures</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul></nav>
<main>
${beginHtml(origin, base)}
${sections.map((section) => sectionHtml(section, document)).join('\n')}
${failuresHtml()}
${schemasHtml(document)}
</main>
</div>
<footer><p>${escaped(document.info.version)}</p></footer>
</body>
</html>
`
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

function callsOf(calls: readonly Call[], tag: string): Call[] {
  return calls.filter(({ operation }) => operation.tags.includes(tag))
}

function beginHtml(origin: string, base: string): string {
  const lines = [
    `API=${origin}${base}`,
    'KEY=…   # of sotto api-key create, or of /account',
    'ID=…    # for each payment a new one, at each try of it the same',
    'curl "$API/balances" -H "Authorization: Bearer $KEY"',
  ]
  return `<section aria-labelledby="begin"><h2 id="begin">Begin</h2>
<pre><code>${escaped(lines.join('\n'))}</code></pre>
<ul>
<li>An answer is <code>{ "ok": true, "data": … }</code>, a failure <code>{ "ok": false, "error": { "code", "message" } }</code>.</li>
<li>Amounts are decimal strings. <strong>Send an <code>Idempotency-Key</code> with whatever moves money</strong>: asked again with it, the gateway pays nothing twice.</li>
<li>As data, for generators: <a href="${base}/openapi.json">openapi.json</a>. Its schemas and operations have names.</li>
</ul></section>`
}

type Section = { id: string; name: string; description: string; calls: Call[] }

function sectionHtml({ id, name, description, calls }: Section, { components }: OpenApi): string {
  const all = calls.map((call) => operationHtml(call, components.schemas))
  return `<section aria-labelledby="${id}"><h2 id="${id}">${escaped(name)}</h2>
<p>${marked(description)}</p>
${all.join('\n')}
</section>`
}

function failuresHtml(): string {
  const rows = Object.entries(statuses).map(
    ([code, status]) =>
      `<div><dt id="error-${code}"><code>${code}</code> <span class="status">${status}</span></dt><dd>${marked(wordsOf(code))}</dd></div>`,
  )
  return `<section aria-labelledby="failures"><h2 id="failures">Failures</h2>
<p>Match on <code>error.code</code>: messages may be worded anew.</p><dl class="fields">${rows.join('')}</dl></section>`
}

/** Some codes are worded for each case alone. */
const wordsOf = (code: string) => (messages as Record<string, string>)[code] ?? 'The message says what happened.'

function schemasHtml({ components }: OpenApi): string {
  const all = Object.entries(components.schemas)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => {
      const id = escaped(name)
      const inside = aboutHtml(schema) + (fieldsHtml(schema) || `<p>${typeHtml(schema)}</p>`)
      return `<details class="call"><summary><h3><code>${id}</code></h3></summary><div class="inside" id="${id}">${inside}</div></details>`
    })
  return `<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>${all.join('\n')}</section>`
}
