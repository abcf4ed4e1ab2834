import { NOTA_BYTES_MAX } from '#shared/limits.ts'
import { plainLine } from '../../plain-text.ts'

/** A nota as it was handed over. `text` is its own, to the last byte: the wallet never looks into it. */
export type NotaFile = { name: string; text: string }

export type NotaFlaw = 'empty' | 'too_large' | 'not_text' | 'several' | 'unreadable'

/** Exactly what the bytes say, or why they are no nota. A mark at their beginning is part of them. */
export function textOf(bytes: Uint8Array<ArrayBuffer>): { text: string } | { flaw: NotaFlaw } {
  if (bytes.length > NOTA_BYTES_MAX) return { flaw: 'too_large' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.trim() === '' ? { flaw: 'empty' } : { text }
  } catch {
    return { flaw: 'not_text' }
  }
}

/** The same of text from the clipboard, unless it is one that no file can hold. */
export function pasted(text: string): { text: string } | { flaw: NotaFlaw } {
  return text.isWellFormed() ? textOf(new TextEncoder().encode(text)) : { flaw: 'not_text' }
}

/** Reads one file that was dropped or chosen. Its size is looked at before its bytes are. */
export async function readNotaFile(files: readonly File[]): Promise<{ nota: NotaFile } | { flaw: NotaFlaw }> {
  const [file, ...others] = files
  if (file === undefined) return { flaw: 'empty' }
  if (others.length > 0) return { flaw: 'several' }
  if (file.size > NOTA_BYTES_MAX) return { flaw: 'too_large' }
  try {
    const read = textOf(new Uint8Array(await file.arrayBuffer()))
    return 'flaw' in read ? read : { nota: { name: plainLine(file.name, 80), text: read.text } }
  } catch {
    // A folder, or a file that went away.
    return { flaw: 'unreadable' }
  }
}
