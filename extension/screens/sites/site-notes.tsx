import { plainLine } from '../../plain-text.ts'
import { Notice } from '../../ui/parts/notice.tsx'
import { siteNotesWords } from '../../words/en/sites/approve.ts'
import type { SiteNote } from './look-alike.ts'

/** What is odd about the address of a site. */
export function SiteNotes({ notes }: { notes: readonly SiteNote[] }) {
  return notes.map((note) => <Note key={note.is} note={note} />)
}

function Note({ note }: { note: SiteNote }) {
  const words = siteNotesWords
  if (note.is === 'local') return <p class="hint">{words.local}</p>
  const [title, name, todo] =
    note.is === 'like' ? [words.like, note.known, words.likeTodo] : [words.foreign, note.reads, words.foreignTodo]
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
