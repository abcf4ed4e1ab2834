/**
 * Letters and digits that are drawn like a Latin letter, in either case (after Unicode TS 39, its scripts in common use). The
 * drawing counts before the case: a capital Nu is an N here, a small one a v.
 */
const drawnLike: Record<string, string> = {
  a: 'аАαΑɑ',
  b: 'вВьЬβΒЪъ',
  c: 'сСϲϹ',
  d: 'ԁɗđÐ',
  e: 'еЕεΕэЭ',
  f: 'ғҒϝ',
  g: 'ɡցɢ',
  h: 'нНһҺΗհħ',
  j: 'јЈϳ',
  k: 'кКκΚ',
  l: '1iIɩιΙіІӏӀ|ıןłլԼ',
  m: 'мМμΜ',
  n: 'пПηΝռո',
  o: '0оОοΟօσø',
  p: 'рРρΡ',
  q: 'ԛզ',
  r: 'гГɼ',
  s: 'ѕЅ5$ꜱՏ',
  t: 'тТτΤŧ',
  u: 'υսʋ',
  v: 'νѵѴ',
  w: 'ԝԜωшШ',
  x: 'хХχΧ',
  y: 'уУγΥүҮ',
  z: 'ᴢΖ',
  3: 'зЗʒ',
}
const latin = new Map(Object.entries(drawnLike).flatMap(([letter, others]) => [...others].map((one) => [one, letter])))

/** What shows as nothing, marks on letters, and four symbols without a picture that Unicode does not count as such. */
const UNSEEN = /[\p{M}\p{DI}\p{Cf}\ufffc\u{1d159}\u{13441}\u{13442}]/gu

/**
 * What a name looks like at a glance: two names with the same look may be read for each other. Case, accents, spaces,
 * punctuation and what shows as nothing count for nothing; letters of other scripts count as those that they are drawn like.
 */
export function lookOf(name: string): string {
  const plain = name.normalize('NFKD').replace(UNSEEN, '')
  const letters = [...plain].map((one) => latin.get(one) ?? one.toLowerCase()).map((one) => latin.get(one) ?? one)
  const drawn = letters.join('').replaceAll('rn', 'm').replaceAll('vv', 'w')
  const shown = drawn.replace(/[\p{P}\p{Z}\p{Sk}]/gu, '')
  // A name of nothing but punctuation is compared whole.
  return shown === '' ? drawn : shown
}
