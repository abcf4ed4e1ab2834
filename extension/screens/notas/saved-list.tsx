import { useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { saveFile } from '#shared/ui/kit/buttons/save-file.ts'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { Row, Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { ask } from '../../background/ask.ts'
import type { SavedNota } from '../../store/sealed/notas.ts'
import { fileName } from '../../ui/notas/file-name.ts'
import { notasWords } from '../../words/en/notas/notas.ts'
import { activityWords } from '../../words/en/payments/activity.ts'
import { keptName } from './model.ts'

export type SavedListProps = {
  profileId: string
  list: readonly SavedNota[]
  onOpen: (nota: SavedNota) => void
  onChanged: () => Promise<void>
}

/** So many are shown at once. */
const SHOWN = 50

type Asked = { what: 'rename' | 'remove'; nota: SavedNota }

/** The files that are kept in this browser, each as it was handed over. */
export function SavedList({ profileId, list, onOpen, onChanged }: SavedListProps) {
  const [shown, setShown] = useState(SHOWN)
  const [asked, setAsked] = useState<Asked>()
  return (
    <Section title={notasWords.saved}>
      {list.length === 0 ? (
        <Empty icon="receipt">{notasWords.empty}</Empty>
      ) : (
        <Rows label={notasWords.saved}>
          {list.slice(0, shown).map((nota) => (
            <SavedRow key={nota.id} nota={nota} onOpen={onOpen} onAsk={(what) => setAsked({ what, nota })} />
          ))}
        </Rows>
      )}
      {list.length > shown && (
        <Button wide onClick={() => setShown(shown + SHOWN)}>
          {activityWords.more}
        </Button>
      )}
      {asked?.what === 'rename' && (
        <Rename profileId={profileId} nota={asked.nota} onChanged={onChanged} onClose={() => setAsked(undefined)} />
      )}
      {asked?.what === 'remove' && (
        <Remove profileId={profileId} nota={asked.nota} onChanged={onChanged} onClose={() => setAsked(undefined)} />
      )}
    </Section>
  )
}

type SavedRowProps = Pick<SavedListProps, 'onOpen'> & { nota: SavedNota; onAsk: (what: Asked['what']) => void }

function SavedRow({ nota, onOpen, onAsk }: SavedRowProps) {
  const { name, kind, savedAt, text } = nota
  return (
    <Row
      icon={kind === 'receipt' ? 'receipt' : 'card'}
      title={
        <button
          type="button"
          class="row-button row-link"
          aria-label={notasWords.openOf(name)}
          onClick={() => onOpen(nota)}
        >
          <bdi>{name}</bdi>
        </button>
      }
      meta={[
        <>
          {notasWords.kinds[kind]} · <Time at={savedAt} as="day" around={notasWords.savedOn} />
        </>,
      ]}
      actions={
        <>
          <Button
            kind="quiet"
            label={notasWords.downloadOf(name)}
            onClick={() => saveFile(fileName(name, 'nota'), text)}
          >
            {notasWords.download}
          </Button>
          <Button kind="quiet" label={notasWords.renameOf(name)} onClick={() => onAsk('rename')}>
            {notasWords.rename}
          </Button>
          <Button kind="quiet-danger" label={notasWords.removeOf(name)} onClick={() => onAsk('remove')}>
            {notasWords.remove}
          </Button>
        </>
      }
    />
  )
}

type QuestionProps = Pick<SavedListProps, 'profileId' | 'onChanged'> & { nota: SavedNota; onClose: () => void }

function Rename({ profileId, nota, onChanged, onClose }: QuestionProps) {
  const rename = async (values: FormData) => {
    const { kind, text, card } = nota
    const name = keptName(String(values.get('name') ?? ''), notasWords.kinds[kind])
    // The same bytes are the same file: only what it is called changes, and with it the owner of a card.
    const named = card === undefined ? {} : { card: { ...card, label: null } }
    await ask('nota.save', { profileId, kind, name, text, ...named })
    await onChanged()
    announce(notasWords.renamed)
  }
  return (
    <Dialog title={notasWords.renameTitle} action={notasWords.rename} onSubmit={rename} onClose={onClose}>
      <Field label={notasWords.renameLabel} name="name" maxLength={80} initial={nota.name} />
    </Dialog>
  )
}

function Remove({ profileId, nota, onChanged, onClose }: QuestionProps) {
  const remove = async () => {
    await ask('nota.remove', { profileId, id: nota.id })
    await onChanged()
    announce(notasWords.removed)
  }
  return (
    <Dialog title={notasWords.removeTitle} action={notasWords.remove} kind="danger" onSubmit={remove} onClose={onClose}>
      <p>{notasWords.removeAbout(nota.name)}</p>
    </Dialog>
  )
}
