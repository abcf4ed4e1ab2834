import { Form } from '#shared/ui/kit/form.tsx'
import { PasswordField } from '#shared/ui/kit/password-field.tsx'
import { ask } from '../../background/ask.ts'
import type { Surface } from '../../ui/screen.ts'
import * as words from '../../words/en.ts'

export function Lock(_: { surface: Surface; damaged: boolean }) {
  return (
    <main>
      <h1>{words.app.name}</h1>
      <Form
        action={words.app.lock}
        onSubmit={(values) => ask('vault.unlock', { password: String(values.get('password')) })}
      >
        <PasswordField label={words.app.name} name="password" autocomplete="current-password" />
      </Form>
    </main>
  )
}
