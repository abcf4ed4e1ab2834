import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { ask } from '../../background/ask.ts'
import { pageIn } from '../../sites/payments/request-text.ts'
import { NotaDrop } from '../../ui/notas/nota-drop.tsx'
import { useDraft } from '../../ui/orders/draft.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { goPay } from '../../ui/requests/pay-draft.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { notasWords } from '../../words/en/notas/notas.ts'
import { OpenFile } from './model.ts'
import { OpenNota } from './open-nota.tsx'
import { SavedList } from './saved-list.tsx'
import './notas.css'

/** Files of others and of one's own: what the gateway says of them, and those that are kept here. */
export function Notas(props: ScreenProps) {
  const { profile, surface } = props
  const { draft, change } = useDraft(`notas ${profile.id}`, OpenFile, { file: null })
  const saved = useLoad(() => ask('nota.list', { profileId: profile.id }), [profile.id])
  if (draft === undefined) return null
  return (
    <>
      <Heading>{notasWords.title}</Heading>
      <p class="soft">{notasWords.about}</p>
      <NotaDrop
        surface={surface}
        route="notas"
        label={notasWords.drop}
        onNota={(file) => (pageIn(file.text) ? void goPay(profile.id, file.text) : change({ file }))}
      />
      {draft.file !== null && (
        <OpenNota
          {...props}
          key={draft.file.text}
          file={draft.file}
          saved={saved.is === 'ready' ? saved.value : []}
          onSaved={saved.reload}
          onClose={() => change({ file: null })}
        />
      )}
      <Loaded of={saved}>
        {(list) => (
          <SavedList
            profileId={profile.id}
            list={list}
            onOpen={({ name, text }) => change({ file: { name, text } })}
            onChanged={saved.reload}
          />
        )}
      </Loaded>
    </>
  )
}
