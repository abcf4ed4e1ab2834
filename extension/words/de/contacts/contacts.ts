import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('de')

export const contactsWords = {
  title: 'Kontakte',
  about:
    'An wen Sie zahlen, mit Namen. Ihr Gateway bewahrt sie versiegelt auf, für jeden Browser, den Sie damit verbinden.',
  add: 'Kontakt hinzufügen',
  addTitle: 'Kontakt hinzufügen',
  how: 'Was haben Sie von diesem Kontakt?',
  byAddress: 'Die Adresse',
  byCard: 'Eine Adresskarte',
  name: 'Name',
  nameHint: 'Nur für Sie sichtbar. Die Namen zweier Kontakte dürfen einander nicht zum Verwechseln ähnlich sein.',
  address: 'Adresse',
  note: 'Notiz',
  noteHint: 'Nur für Sie sichtbar.',
  save: 'Speichern',
  added: 'Der Kontakt ist hinzugefügt.',
  drop: 'Legen Sie eine Adresskarte hier ab, wählen Sie sie aus oder fügen Sie sie ein.',
  isReceipt: 'Das ist ein Beleg. Er nennt kein Zahlungsziel; eine Adresskarte schon.',
  another: 'Andere Karte',
  search: 'Kontakte durchsuchen',
  toPay: 'Kontakt als Empfänger',
  choose: 'Kontakt wählen',
  moreMatch: (count) =>
    counted(count, '# weiterer Treffer. Suchen Sie genauer.', '# weitere Treffer. Suchen Sie genauer.'),
  empty: 'Noch kein Kontakt. Fügen Sie hinzu, an wen Sie zahlen: Dann sehen Sie Namen statt Adressen.',
  noMatch: 'Kein passender Kontakt.',
  more: 'Mehr anzeigen',
  verified: 'Geprüfte Karte',
  carded: 'Karte, ungeprüft',
  pay: 'Zahlen',
  payOf: (name) => `An ${name} zahlen`,
  edit: 'Bearbeiten',
  editOf: (name) => `${name} bearbeiten`,
  editTitle: 'Kontakt bearbeiten',
  editAbout: 'Die Adresse bleibt, wie sie ist. Fügen Sie für eine andere Adresse einen weiteren Kontakt hinzu.',
  changed: 'Der Kontakt ist geändert.',
  remove: 'Entfernen',
  removeTitle: 'Diesen Kontakt entfernen?',
  removeAbout: (name) =>
    `${name} wird aus Ihren Kontakten entfernt. Frühere Zahlungen bleiben und zeigen wieder die Adresse.`,
  removed: 'Der Kontakt ist entfernt.',
  files: 'Als Datei',
  filesAbout: 'Die Datei ist nicht verschlüsselt: Sie nennt alle, an die Sie zahlen.',
  export: 'Exportieren',
  exported: (count) => counted(count, '# Kontakt wurde exportiert.', '# Kontakte wurden exportiert.'),
  import: 'Importieren',
  imported: (added, kept) =>
    `${counted(added, '# hinzugefügt.', '# hinzugefügt.')} ${counted(kept, '# war schon ein Kontakt und bleibt, wie er ist.', '# waren schon Kontakte und bleiben, wie sie sind.')}`,
  importInTab: 'In einem Tab importieren',
  fileName: (day) => `sotto-kontakte-${day}`,
  flaws: {
    unreadable: 'Das ist keine Kontaktdatei, die Sotto exportiert hat.',
    empty: 'In dieser Datei ist kein Kontakt.',
    too_many: 'In dieser Datei sind mehr Kontakte, als ein Konto haben darf.',
  },
  none: 'Dieses Gateway führt keine Kontakte. Es ist älter als diese Wallet; der Betreiber kann es aktualisieren.',
  addThis: 'Zu Kontakten hinzufügen',
} satisfies Catalogue['contactsWords']
