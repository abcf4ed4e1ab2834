import { notices } from '../../store/notices.ts'
import { noticeWords } from '../../words/en/notifications.ts'

/** What notifications say, in the language that the pages spoke last; in English before they spoke. */
export async function noticesNow(): Promise<typeof noticeWords & { decimal: string }> {
  return { ...noticeWords, decimal: '.', ...(await notices.get()) }
}

/** A text with something in its gaps: `{what} of {amount}`. */
export function filled(text: string, gaps: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap)
}
