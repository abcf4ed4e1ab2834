import { Form } from '#shared/ui/kit/forms/form.tsx'
import { useFirstFocus } from '#shared/ui/kit/forms/use-first-focus.ts'
import { NewPasswordFields, newPasswordOf } from '../../ui/session/new-password.tsx'
import { createVaultBy } from '../../vault/by-password.ts'
import { welcomeWords } from '../../words/en/session/welcome.ts'

/** The password of this browser. It wraps the key that everything else here is sealed with. */
export function PasswordStep() {
  const first = useFirstFocus<HTMLInputElement>()
  return (
    <Form action={welcomeWords.next} wide onSubmit={async (values) => createVaultBy(await newPasswordOf(values))}>
      <NewPasswordFields label={welcomeWords.password} inputRef={first} />
    </Form>
  )
}
