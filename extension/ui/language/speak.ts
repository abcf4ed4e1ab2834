import { decimalMark } from '#shared/ui/kit/values/group-amount.ts'
import { translate } from '#shared/ui/words/spoken.ts'
import { notices } from '../../store/notices.ts'
import { type LanguageChoice, settings } from '../../store/settings.ts'
import { noticeWords } from '../../words/en/notifications.ts'
import { loaded } from './chunks.ts'
import { type Language, languageOf, localeOf } from './language.ts'

let wanted: Language = 'en'
let all = false
let speaking: Promise<void> = Promise.resolve()

/** Speaks what the settings say, and goes on doing so; `changed` is called once other words stand in place. */
export async function speakAsChosen(changed: () => void): Promise<void> {
  settings.watch(({ language }) => {
    if (chosen(language) !== wanted) void speak(chosen(language)).then(changed)
  })
  const { language } = await settings.get()
  await speak(chosen(language))
}

/** Resolves when every screen can be drawn. */
export function restOfWords(): Promise<void> {
  const has = all || wanted === 'en'
  all = true
  return has ? speaking : speak(wanted)
}

const chosen = (choice: LanguageChoice) => languageOf(choice, navigator.languages)

function speak(language: Language): Promise<void> {
  wanted = language
  speaking = load(language)
  return speaking
}

/** A language that cannot be had, since an update took its file away, leaves the words as they are. */
async function load(language: Language): Promise<void> {
  const words = await loaded(language, all).catch(() => undefined)
  // Another one was chosen meanwhile.
  if (words === undefined || language !== wanted) return
  translate(words, localeOf(language, navigator.languages))
  document.documentElement.lang = language
  void leaveNotices()
}

/** The worker tells of payments in the same language. */
async function leaveNotices(): Promise<void> {
  const words = { ...noticeWords, decimal: decimalMark() }
  if (JSON.stringify(await notices.get()) !== JSON.stringify(words)) await notices.set(words)
}
