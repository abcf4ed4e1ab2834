import { Failed } from '#shared/failure.ts'
import { announce } from '#shared/ui/kit/announcements.ts'
import { Field } from '#shared/ui/kit/field.tsx'
import { Form } from '#shared/ui/kit/form.tsx'
import * as words from '../words/en.ts'
import { explorers, readExplorer, SEPOLIA_EXPLORER, setExplorer } from './explorer.ts'
import { useItem } from './use-item.ts'

/** Which explorer the hashes of one gateway link to: none, until somebody names one. */
export function ExplorerSetting({ profileId }: { profileId: string }) {
  const known = useItem(explorers)
  if (known === undefined) return null
  const save = async (values: FormData) => {
    const read = readExplorer(String(values.get('explorer') ?? ''))
    if ('flaw' in read) {
      const details = [{ path: 'explorer', message: words.explorer.flaws[read.flaw] }]
      throw new Failed({ code: 'validation_error', message: '', details })
    }
    await setExplorer(profileId, read.base)
    announce(read.base === null ? words.explorer.removed : words.explorer.saved)
  }
  return (
    <Form action={words.explorer.save} onSubmit={save}>
      <p class="soft">{words.explorer.about}</p>
      <Field
        label={words.explorer.label}
        name="explorer"
        optional
        inputmode="url"
        maxLength={200}
        hint={words.explorer.hint(SEPOLIA_EXPLORER)}
        initial={known[profileId] ?? ''}
      />
    </Form>
  )
}
