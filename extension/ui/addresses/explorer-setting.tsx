import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { textOf } from '#shared/ui/security/text-of.ts'
import { explorers, setExplorer } from '../../store/explorers.ts'
import { explorerWords } from '../../words/en/payments/transaction.ts'
import { useItem } from '../hooks/use-item.ts'
import { fieldFlaw } from '../obstacles/field-flaw.ts'
import { readExplorer, SEPOLIA_EXPLORER } from './explorer.ts'

/** Which explorer the hashes of one gateway link to: none, until somebody names one. */
export function ExplorerSetting({ profileId }: { profileId: string }) {
  const known = useItem(explorers)
  if (known === undefined) return null
  const save = async (values: FormData) => {
    const read = readExplorer(textOf(values, 'explorer'))
    if ('flaw' in read) throw fieldFlaw('explorer', explorerWords.flaws[read.flaw])
    await setExplorer(profileId, read.base)
    announce(read.base === null ? explorerWords.removed : explorerWords.saved)
  }
  return (
    <Section title={explorerWords.title} about={explorerWords.about}>
      <Form action={explorerWords.save} onSubmit={save}>
        <Field
          label={explorerWords.label}
          name="explorer"
          optional
          inputmode="url"
          maxLength={200}
          hint={explorerWords.hint(SEPOLIA_EXPLORER)}
          initial={known[profileId] ?? ''}
        />
      </Form>
    </Section>
  )
}
