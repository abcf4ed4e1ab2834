import { useState } from 'preact/hooks'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { PasswordField } from '#shared/ui/kit/forms/password-field.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { textOf } from '#shared/ui/security/text-of.ts'
import { connectWords } from '../../words/en/connect.ts'
import { type KeyFlaw, readKey } from './model.ts'

/** A key that was made elsewhere. It stays in its field until it is stored, and is nowhere else. */
export function PasteKey({ onKey }: { onKey: (apiKey: string) => Promise<unknown> }) {
  const words = connectWords
  const [flaw, setFlaw] = useState<KeyFlaw>()
  const submit = async (values: FormData) => {
    const read = readKey(textOf(values, 'apiKey'))
    if ('flaw' in read) return setFlaw(read.flaw)
    await onKey(read.apiKey)
  }
  return (
    <Section title={words.pasteTitle} about={words.pasteAbout}>
      <Form action={words.connect} wide onSubmit={submit}>
        <PasswordField
          label={words.key}
          name="apiKey"
          autocomplete="off"
          optional
          maxLength={1_000}
          hint={words.keyHint}
          {...(flaw !== undefined && { error: words.keyFlaws[flaw] })}
          onInput={() => setFlaw(undefined)}
        />
      </Form>
    </Section>
  )
}
