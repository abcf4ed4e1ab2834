import { textIn } from '#shared/files/text-file.ts'
import { BATCH_BYTES_MAX } from '#shared/limits.ts'
import { plainLine } from '../../../plain-text.ts'

/** Payments as some software has written them. */
export type BatchFile = {
  name: string
  kind: 'csv' | 'pain001'
  text: string
  /** What the first line of a table calls its columns. */
  header: string[]
}

export type BatchFileFlaw = 'several' | 'too_large' | 'empty' | 'unreadable' | 'not_utf8'

/** More columns than a person chooses among. */
const COLUMNS_MAX = 100

/** Room for the name, the wallet and the columns, which are sent with the file. */
const BESIDE_BYTES = 16 * 1024

/** Quotes and line ends take two bytes in JSON. */
const bytesSent = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length

/** Reads one file that was dropped or chosen. Throws `NotUtf8` where it is no text. What is in it the gateway judges. */
export async function readBatchFile(files: readonly File[]): Promise<{ file: BatchFile } | { flaw: BatchFileFlaw }> {
  const [file, ...others] = files
  if (file === undefined) return { flaw: 'empty' }
  if (others.length > 0) return { flaw: 'several' }
  if (file.size > BATCH_BYTES_MAX) return { flaw: 'too_large' }
  const bytes = await file.arrayBuffer().catch(() => undefined)
  // A folder, or a file that went away.
  if (bytes === undefined) return { flaw: 'unreadable' }
  const text = textIn(new Uint8Array(bytes))
  if (text.trim() === '') return { flaw: 'empty' }
  if (bytesSent(text) > BATCH_BYTES_MAX - BESIDE_BYTES) return { flaw: 'too_large' }
  // XML begins with an angle bracket, and no header of a table does.
  const kind = text.trimStart().startsWith('<') ? 'pain001' : 'csv'
  return { file: { name: plainLine(file.name, 80), kind, text, header: kind === 'csv' ? headerOf(text) : [] } }
}

/** Names of the columns of a table, as far as they can be told without reading all of it. Which of them count, the gateway says. */
export function headerOf(text: string): string[] {
  const [, noted] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const body = (noted === undefined ? text : text.slice(text.indexOf('\n') + 1)).trimStart()
  const ways = (noted === undefined ? [',', ';', '\t'] : [noted]).map((delimiter) => cellsOf(body, delimiter))
  const widest = ways.toSorted((one, other) => other.length - one.length)[0] ?? []
  return [...new Set(widest.map((name) => name.trim()))].filter((name) => name !== '').slice(0, COLUMNS_MAX)
}

/** The first record of a table (RFC 4180). */
function cellsOf(text: string, delimiter: string): string[] {
  const cells = ['']
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter === '"' && quoted && text.charAt(at + 1) === '"') {
      cells[cells.length - 1] += '"'
      at++
    } else if (letter === '"') quoted = !quoted
    else if (!quoted && /[\r\n]/.test(letter)) break
    else if (!quoted && letter === delimiter) cells.push('')
    else cells[cells.length - 1] += letter
  }
  return cells
}
