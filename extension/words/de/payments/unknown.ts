import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('de')

export const unknownWords = {
  title: (count) =>
    counted(count, 'Das Ergebnis einer Zahlung ist nicht bekannt', 'Das Ergebnis von # Zahlungen ist nicht bekannt'),
  about:
    'Vielleicht hat das Gateway angenommen, was hier steht. Ist es hier gelöscht, wird es nicht mehr verfolgt: ' +
    'Prüfen Sie Ihre Aktivität am Gateway, bevor Sie noch einmal zahlen.',
  unnamed: 'Eine Zahlung',
  more: (count) => counted(count, 'und # weitere', 'und # weitere'),
} satisfies Catalogue['unknownWords']

export const unreadableWords = {
  title: 'Zahlungen dieses Browsers sind nicht lesbar',
  about:
    'Was dazu gespeichert ist, ist beschädigt oder stammt von einem neueren Sotto. Bei einigen ist das Ergebnis vielleicht ' +
    'nicht bekannt: Prüfen Sie Ihre Aktivität am Gateway, bevor Sie noch einmal zahlen.',
} satisfies Catalogue['unreadableWords']
