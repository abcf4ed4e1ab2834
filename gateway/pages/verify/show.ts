import type { Check } from '#shared/model/nota.ts'
import { amountText } from '#shared/ui/kit/values/group-amount.ts'
import { payersOf } from '../../notas/format/inspect.ts'
import type { Card, OpenNota, Receipt, Request } from '../../notas/format/open-nota.ts'
import {
  ageWords,
  amountWords,
  checkWords,
  headlineOf,
  legWords,
  networkWords,
  resultWords,
  statusWords,
  type Verdict,
  verdictOf,
  whenWords,
} from '../verdict-text.ts'
import { el, mark } from './dom.ts'
import type { Look } from './look.ts'

const locale = 'en-GB'

/** What a look found, as a slip. Its heading takes the focus. */
export function show(found: Look): HTMLElement {
  switch (found.is) {
    case 'empty':
      return slip({ tone: 'unsure', title: 'Nothing to check', sentence: 'The file is empty. Choose another one.' })
    case 'unreadable':
      return slip({ tone: 'unsure', title: 'The file could not be read', sentence: 'Choose it again, or another one.' })
    case 'unable':
      return slip({ tone: 'unsure', title: 'This browser cannot check it', sentence: found.why })
    case 'refused':
      return slip({ tone: 'bad', title: 'Not a valid nota', sentence: found.why })
    case 'ready': {
      const { nota, checks, known } = found
      const verdict = verdictOf(nota, checks, known)
      return slip(verdict, ...said(nota, verdict), ...checked(checks))
    }
  }
}

function slip({ tone, title, sentence }: Verdict, ...body: HTMLElement[]): HTMLElement {
  const heading = el('h2', '', title)
  heading.tabIndex = -1
  const verdict = el('div', `verdict ${tone}`, mark(tone), heading, el('p', '', sentence))
  return el('article', 'slip', verdict, ...(body.length === 0 ? [] : [el('div', 'body', ...body)]))
}

function said(nota: OpenNota, verdict: Verdict): HTMLElement[] {
  switch (nota.type) {
    case 'receipt':
      return receipt(nota, verdict)
    case 'request':
      return request(nota, verdict)
    case 'address-card':
      return card(nota)
  }
}

/** The link to its page is shown, and cannot be followed from here: the signer chose it. */
function request({ content, fingerprint }: Request, { tone }: Verdict): HTMLElement[] {
  const { address, amount, token, label, memo, url, iat, exp } = content
  const payers = payersOf(content)
  const what = amount === null ? `Any amount of ${token}` : `${amountText(amount)} ${token}`
  const rows = facts([
    ...(label === undefined ? [] : [['Asked by, as it says', el('bdi', '', label)] as const]),
    ...(memo === undefined ? [] : [['For', el('bdi', '', memo)] as const]),
    payers === undefined ? ['Pay to', mono(address)] : ['How to pay', payers],
    ['Network', networkWords(content)],
    ...(exp === undefined ? [] : [['Pay until', whenWords(exp, 'request', locale)] as const]),
    ['Page', mono(url)],
    ['Issued', `${whenWords(iat, 'request', locale)} (${ageWords(iat, Date.now(), locale)})`],
    ['Fingerprint', mono(fingerprint)],
  ])
  const claimed = tone === 'bad'
  return [el('p', 'headline', 'It asks for'), el('p', claimed ? 'figure claimed' : 'figure', what), rows]
}

function card({ content, fingerprint }: Card): HTMLElement[] {
  const { label, address, iat } = content
  // The label is whatever somebody typed: it stands apart, and its writing direction ends with it.
  const name =
    label === undefined
      ? []
      : [el('p', 'headline', 'Label, as its sender wrote it'), el('p', 'label', el('bdi', '', label))]
  const rows = facts([
    ['Address', mono(address)],
    ['Network', networkWords(content)],
    ['Issued', `${whenWords(iat, 'address-card', locale)} (${ageWords(iat, Date.now(), locale)})`],
    ['Fingerprint', mono(fingerprint)],
  ])
  return [...name, rows]
}

function receipt({ content, fingerprint }: Receipt, { tone }: Verdict): HTMLElement[] {
  const claimed = tone === 'bad'
  const { what, amount } = headlineOf(content)
  const { from, to, iat, legs } = content
  const rows = facts([
    ['Status', statusWords(content)],
    ...(from === to ? [['Wallet', mono(from)] as const] : [['From', mono(from)] as const, ['To', mono(to)] as const]),
    ['Network', networkWords(content)],
    ['Issued', `${whenWords(iat, 'receipt', locale)} (${ageWords(iat, Date.now(), locale)})`],
    ['Fingerprint', mono(fingerprint)],
  ])
  const steps = legs.map((leg) =>
    el(
      'li',
      '',
      el(
        'p',
        '',
        `${legWords[leg.kind]}, ${whenWords(leg.time, 'receipt', locale)}${leg.outcome === 'reverted' ? ': refused' : ''}`,
      ),
      el('p', 'aside', `Block ${leg.block}, transaction `, mono(leg.txHash)),
    ),
  )
  return [
    el('p', 'headline', claimed ? `It claims: ${what}` : what),
    el('p', claimed ? 'figure claimed' : 'figure', amount),
    ...(claimed ? [] : [el('p', 'aside', amountWords(content))]),
    rows,
    el('h3', '', claimed ? 'On the chain, as it claims' : 'On the chain, as its issuer saw it'),
    el('ol', 'steps', ...steps),
  ]
}

function facts(rows: (readonly [string, Node | string])[]): HTMLElement {
  return el('dl', '', ...rows.flatMap(([name, value]) => [el('dt', '', name), el('dd', '', value)]))
}

function mono(text: string): HTMLElement {
  return el('span', 'mono', text)
}

const kinds = { passed: 'good', failed: 'bad', not_checked: 'none' } as const

/** The checks that were made, with their detail; then the others, with one reason where they share it. */
function checked(checks: Check[]): HTMLElement[] {
  const open = checks.filter((check) => check.result === 'not_checked')
  const [first] = open
  const same = open.every((check) => check.detail === first?.detail)
  return [
    el('h3', '', 'What was checked'),
    list(checks.filter((check) => check.result !== 'not_checked')),
    el('h3', '', 'What was not'),
    ...(same && first !== undefined ? [el('p', 'aside', first.detail)] : []),
    list(open.map((check) => (same ? { ...check, detail: '' } : check))),
  ]
}

function list(checks: Check[]): HTMLElement {
  const rows = checks.map(({ name, result, detail }) =>
    el(
      'li',
      `is-${result}`,
      mark(kinds[result]),
      el('p', '', checkWords[name] ?? name),
      el('p', 'result', resultWords[result]),
      ...(detail === '' ? [] : [el('p', 'detail', detail)]),
    ),
  )
  return el('ul', 'checks', ...rows)
}
