/** Letters and digits that are drawn like a Latin letter, in either case (after Unicode TS 39, its scripts in common use). */
const drawnLike: Record<string, string> = {
  a: 'аАαΑɑ',
  b: 'вВьЬβΒЪъ',
  c: 'сСϲϹ',
  d: 'ԁɗ',
  e: 'еЕεΕэЭ',
  f: 'ғҒϝ',
  g: 'ɡցɢ',
  h: 'нНһҺηΗհ',
  j: 'јЈϳ',
  k: 'кКκΚ',
  l: '1iIɩιΙіІӏӀ|ıן',
  m: 'мМμΜ',
  n: 'пПռո',
  o: '0оОοΟօσø',
  p: 'рРρΡ',
  q: 'ԛզ',
  r: 'гГɼ',
  s: 'ѕЅ5$ꜱ',
  t: 'тТτΤ',
  u: 'υսʋ',
  v: 'νѵѴ',
  w: 'ԝԜωшШ',
  x: 'хХχΧ',
  y: 'уУγΥүҮ',
  z: 'ᴢΖ',
  3: 'зЗʒ',
}
const latin = new Map(Object.entries(drawnLike).flatMap(([letter, others]) => [...others].map((one) => [one, letter])))

/**
 * What a name looks like at a glance: two names with the same look may be read for each other. Case, accents, spaces,
 * punctuation and what shows as nothing count for nothing; letters of other scripts count as those that they are drawn like.
 */
export function lookOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/[\p{M}\p{DI}\p{Cf}]/gu, '')
  const letters = [...plain].map((one) => latin.get(one) ?? one.toLowerCase()).map((one) => latin.get(one) ?? one)
  const drawn = letters.join('').replaceAll('rn', 'm').replaceAll('vv', 'w')
  const shown = drawn.replace(/[\p{P}\p{Z}]/gu, '')
  // Of a name that is nothing but punctuation, all of it.
  return shown === '' ? drawn : shown
}
