import { Button } from '../../kit/buttons/button.tsx'
import { CodeField } from '../../kit/forms/code-field.tsx'
import { Form } from '../../kit/forms/form.tsx'
import { useFirstFocus } from '../../kit/forms/use-first-focus.ts'
import { Section } from '../../kit/layout/section.tsx'
import { securityWords } from '../../words/security.ts'
import { codeOf } from '../text-of.ts'
import { hasEnded } from './has-ended.ts'
import type { SignInProps } from './sign-in.tsx'

export type SignInCodeProps = Pick<SignInProps, 'api' | 'level' | 'onSignedIn'> & {
  challengeId: string
  onBack: () => void
  onEnded: () => void
}

export function SignInCode({ api, challengeId, level = 1, onSignedIn, onBack, onEnded }: SignInCodeProps) {
  const words = securityWords.code
  const code = useFirstFocus<HTMLInputElement>()
  const finish = async (values: FormData) => {
    try {
      onSignedIn((await api.loginTotp({ challengeId, code: codeOf(values) })).user)
    } catch (error) {
      if (!hasEnded(error)) throw error
      onEnded()
    }
  }
  const back = (
    <Button kind="quiet" onClick={onBack}>
      {words.back}
    </Button>
  )
  return (
    <Section title={words.title} level={level} about={words.about}>
      <Form action={words.action} buttons={back} buttonsAt="end" onSubmit={finish}>
        <CodeField label={words.field} name="code" title={words.form} inputRef={code} />
      </Form>
    </Section>
  )
}
