import { Failed } from '#shared/client-failure.ts'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { textOf } from '#shared/ui/security/text-of.ts'
import { ask } from '../../background/ask.ts'
import { eraseWords } from '../../words/en/session/erase.ts'
import { UnknownPaymentsNotice } from '../obstacles/unknown-payments-notice.tsx'

/** Whether the typed word is the one that was asked for; capitals and space around it do not matter. */
export function isConfirmed(typed: string, word: string): boolean {
  return typed.trim().toLowerCase() === word.toLowerCase()
}

/** Erases everything that this browser keeps, once a word was typed. */
export function Erase({ onClose }: { onClose: () => void }) {
  const words = eraseWords
  const erase = async (values: FormData) => {
    const typed = textOf(values, 'confirmation')
    if (!isConfirmed(typed, words.word)) throw new Failed({ code: 'not_confirmed', message: words.notConfirmed })
    await ask('vault.erase', {})
  }
  return (
    <Dialog title={words.title} action={words.action} kind="danger" onSubmit={erase} onClose={onClose}>
      <p>{words.goes}</p>
      <p>{words.stays}</p>
      <UnknownPaymentsNotice />
      <Field label={words.type} name="confirmation" look="mono" />
    </Dialog>
  )
}
