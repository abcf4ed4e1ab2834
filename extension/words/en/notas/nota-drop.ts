import { words } from '#shared/ui/words/spoken.ts'
import type { NotaFlaw } from '../../../ui/notas/nota-file.ts'

export const notaDropWords = words('notaDropWords', {
  choose: 'Choose a file',
  chooseInTab: 'Choose a file in a tab',
  pasteHere: 'Paste it here',
  pasted: 'Pasted nota',
  dropNow: 'Drop it anywhere on this page',
  inPopup: 'Paste it here, or choose a file in a tab.',
  flaws: {
    empty: 'There is nothing in it.',
    too_large: 'This is too large to be a nota: they have at most 16 KiB.',
    not_text: 'This is not text, so it is no nota.',
    several: 'One file at a time, please.',
    unreadable: 'The browser cannot read this. A folder is no nota.',
  } satisfies Record<NotaFlaw, string>,
})
