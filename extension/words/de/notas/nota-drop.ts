import type { Catalogue } from '../../catalogue.ts'

export const notaDropWords = {
  choose: 'Datei auswählen',
  chooseInTab: 'Datei in einem Tab auswählen',
  pasteHere: 'Hier einfügen',
  pasted: 'Eingefügte Nota',
  dropNow: 'Irgendwo auf dieser Seite ablegen',
  inPopup: 'Fügen Sie sie hier ein oder wählen Sie eine Datei in einem Tab aus.',
  flaws: {
    empty: 'Sie ist leer.',
    too_large: 'Das ist zu groß für eine Nota: Sie hat höchstens 16 KiB.',
    not_text: 'Das ist kein Text, also auch keine Nota.',
    several: 'Bitte nur eine Datei auf einmal.',
    unreadable: 'Der Browser kann das nicht lesen. Ein Ordner ist keine Nota.',
  },
} satisfies Catalogue['notaDropWords']
