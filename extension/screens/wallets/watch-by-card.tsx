import { useState } from 'preact/hooks'
import type { NotaVerification } from '#shared/model/nota.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { textOf } from '#shared/ui/security/text-of.ts'
import { GroupedAddress } from '../../ui/addresses/grouped-address.tsx'
import { NotaDrop } from '../../ui/notas/nota-drop.tsx'
import { VerdictTag } from '../../ui/notas/nota-verdict.tsx'
import { useVerified } from '../../ui/notas/use-verified.ts'
import type { Surface } from '../../ui/routes/screen.ts'
import { walletsWords } from '../../words/en/wallets/wallets.ts'
import { watchWords } from '../../words/en/wallets/watch.ts'
import type { Added } from './watch.tsx'

export type WatchByCardProps = {
  profileId: string
  surface: Surface
  onAdd: (added: Added) => Promise<void>
}

/** Takes a card in, shows what the gateway says is in it, and only then adds its wallet. */
export function WatchByCard({ profileId, surface, onAdd }: WatchByCardProps) {
  const words = watchWords
  const [nota, setNota] = useState<string>()
  const verified = useVerified(profileId, nota)
  if (nota === undefined)
    return <NotaDrop surface={surface} route="wallets" label={words.drop} onNota={({ text }) => setNota(text)} />
  return (
    <>
      <Loaded of={verified}>
        {(verdict) => verdict && <Found verdict={verdict} onAdd={(label) => onAdd({ nota, ...label })} />}
      </Loaded>
      <Button kind="quiet" onClick={() => setNota(undefined)}>
        {words.another}
      </Button>
    </>
  )
}

type FoundProps = { verdict: NotaVerification; onAdd: (label: { label?: string }) => Promise<void> }

function Found({ verdict, onAdd }: FoundProps) {
  if (verdict.type === 'receipt') return <Refused what={watchWords.isReceipt} />
  const { subject } = verdict
  const submit = (values: FormData) => {
    const label = textOf(values, 'label').trim()
    return onAdd(label === '' ? {} : { label })
  }
  return (
    <Card>
      <p>
        <VerdictTag verdict={verdict} />
      </p>
      <p>
        <GroupedAddress value={subject.address} />
      </p>
      <Form action={watchWords.action} onSubmit={submit}>
        <Field
          label={walletsWords.label}
          name="label"
          optional
          maxLength={100}
          hint={walletsWords.labelHint}
          initial={subject.label ?? ''}
        />
      </Form>
    </Card>
  )
}
