import type { ComponentChildren } from 'preact'
import { locale } from '../../words/spoken.ts'

/** Stands in a sentence for what is put there: no text has it. */
const GAP = '\ufffc'

/** A sentence of the screens around a text of the gateway, which is in English whatever the screens speak. */
export function aroundEnglish(sentence: (told: string) => string, told: string): ComponentChildren {
  if ((locale() ?? 'en').startsWith('en')) return sentence(told)
  const [before, after] = sentence(GAP).split(GAP)
  return (
    <>
      {before}
      <span lang="en">{told}</span>
      {after}
    </>
  )
}
