import { plainLine } from '../../plain-text.ts'
import { Notice } from '../../ui/parts/notice.tsx'
import { siteNotesWords } from '../../words/en/sites/approve.ts'
import type { SiteNote } from './look-alike.ts'

/** What is odd about the address of a site. */
export function SiteNotes({ notes }: { notes: readonly SiteNote[] }) {
  return notes.map((note) => <Note key={note.is} note={note} />)
}

function Note({ note }: { note: SiteNote }) {
  const said = siteNotesWords
  if (note.is === 'local') return <p class="hint">{said.local}</p>
  const [title, name, todo] =
    note.is === 'like' ? [said.like, note.known, said.likeTodo] : [said.foreign, note.reads, said.foreignTodo]
  return (
    <Notice
      tone="warn"
      icon="warning"
      title={
        <>
          {title} <bdi class="origin-name">{plainLine(name, 100)}</bdi>
        </>
      }
    >
      {todo}
    </Notice>
  )
}
