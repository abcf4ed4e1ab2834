import { readableHost } from './punycode.ts'

/** Letters that look like one of ours, by what they look like. */
const TWINS: Record<string, string> = {
  a: 'аαɑ',
  b: 'вьβ',
  c: 'сϲ',
  d: 'ԁđ',
  e: 'еєε',
  f: 'ƒ',
  g: 'ɡ',
  h: 'һнħ',
  j: 'јϳ',
  k: 'кκ',
  l: '1iіӏιıł|',
  m: 'м',
  n: 'пη',
  o: '0оοøσ',
  p: 'рρ',
  q: 'ԛ',
  r: 'г',
  s: '5ѕ',
  t: 'тτŧ',
  u: 'υսμ',
  v: 'ν',
  w: 'ԝω',
  x: 'хχ',
  y: 'уγ',
  z: 'ᴢ',
}
const LOOKS = new Map(
  Object.entries(TWINS).flatMap(([letter, twins]) => Array.from(twins, (twin) => [twin, letter] as const)),
)

/** What a host name looks like at a glance: two that come to the same are easily taken for each other. */
export function skeleton(host: string): string {
  const plain = (readableHost(host) ?? host).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return Array.from(plain, (letter) => LOOKS.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
}

/** Shorter names differ by one letter all the time. */
const SHORTEST = 6

/** Whether somebody may take one host for another that they know. */
export function looksLike(host: string, known: string): boolean {
  if (host === known || (isNumeric(host) && isNumeric(known))) return false
  if (skeleton(host) === skeleton(known)) return true
  const [a, b] = [readableHost(host) ?? host, readableHost(known) ?? known]
  return Math.min(a.length, b.length) >= SHORTEST && isOneStepApart(a, b)
}

function isNumeric(host: string): boolean {
  return /^[\d.]+$|^\[/.test(host)
}

/** One letter more, less or another, or two neighbours changed places. */
export function isOneStepApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  if (short.slice(at + 1) === long.slice(at + 1)) return at < short.length
  const swapped = short[at] === long[at + 1] && short[at + 1] === long[at]
  return swapped && short.slice(at + 2) === long.slice(at + 2)
}

/** What a person should know about a site before anything is given to it. */
export type SiteNote =
  /** Its address holds letters of other scripts, or such that carry marks. */
  | { is: 'foreign'; reads: string }
  /** It may be taken for a site or gateway that the person knows. */
  | { is: 'like'; known: string }
  /** A page of this machine, whose connection is not encrypted. */
  | { is: 'local' }

export function notesOf(origin: string, knownOrigins: readonly string[]): SiteNote[] {
  const { protocol, hostname } = new URL(origin)
  const reads = readableHost(hostname)
  const known = knownOrigins.map((each) => new URL(each).hostname).find((each) => looksLike(hostname, each))
  return [
    ...(reads === undefined ? [] : [{ is: 'foreign' as const, reads }]),
    ...(known === undefined ? [] : [{ is: 'like' as const, known }]),
    ...(protocol === 'http:' ? [{ is: 'local' as const }] : []),
  ]
}
