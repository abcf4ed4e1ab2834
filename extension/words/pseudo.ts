import type { Translation } from '#shared/ui/words/spoken.ts'
import { mapped } from '#shared/ui/words/translated.ts'

const accented = new Map([...'aceinouyACEINOUY'].map((plain, at) => [plain, [...'àçéîñöûýÀÇÉÎÑÖÛÝ'][at]]))

/** English made longer by a third, in brackets and with accents: shows what overflows, what is cut off, what is no word. */
export const pseudo: Translation = (_name, english) => mapped(english, lengthened)

function lengthened(text: string): string {
  // Gaps of notifications stay as they are, and so does what is no text.
  const letters = text.replace(/\{\w+\}|[a-zA-Z]/g, (each) => accented.get(each) ?? each)
  const more = '~'.repeat(Math.ceil(text.length / 3)).replace(/~{7}/g, '~~~~~~ ')
  return text === '' ? '' : `[${letters}${more.trimEnd()}]`
}
