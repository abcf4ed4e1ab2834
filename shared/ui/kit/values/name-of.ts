import type { Growing } from '../../../model/growing.ts'

/** The words for a name of the API; one of a later version stands as it is written, of the letters that such names have. */
export function nameOf<T extends string>(words: Readonly<Record<T, string>>, name: Growing<T>): string {
  return Object.hasOwn(words, name) ? words[name as T] : name.replace(/[^\w.-]/g, '').slice(0, 60)
}
