import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('de')

export const newPasswordWords = {
  hint: (least) => `Mindestens ${least} Zeichen. Gut sind drei oder vier Wörter, auf die niemand kommt.`,
  again: 'Wiederholen',
  differs: 'muss mit dem Passwort darüber übereinstimmen',
  weak: 'leicht zu erraten: Nehmen Sie drei oder vier Wörter, die nichts miteinander zu tun haben',
} satisfies Catalogue['newPasswordWords']

export const welcomeWords = {
  progress: 'Fortschritt der Einrichtung',
  stepDone: '(erledigt)',
  steps: { password: 'Passwort', gateway: 'Gateway', key: 'Anmelden', done: 'Fertig' },
  titles: {
    password: 'Wallet-Passwort wählen',
    gateway: 'Wo ist Ihr Gateway?',
    key: 'Konto verbinden',
    done: 'Sie sind verbunden',
  },
  intro: {
    what: 'Sotto sendet und empfängt Geld, ohne allen zu zeigen, wie viel.',
    who: 'Das Geld verwahrt ein Gateway, das Sie selbst betreiben oder jemand, dem Sie vertrauen; dieser Browser hat nur einen Schlüssel, um mit ihm zu kommunizieren.',
    you: 'Sie',
    gateway: 'Ihr Gateway',
    chain: 'Die Blockchain',
    hidden: 'sieht, wer an wen zahlt, aber nicht, wie viel',
  },
  abouts: {
    password:
      'Es entsperrt Sotto in diesem Browser und verlässt ihn nie. Niemand kann es für Sie zurücksetzen. Es ist nicht das Passwort Ihres Kontos am Gateway: Das kommt später.',
    gateway:
      'Sotto kommuniziert mit dem Gateway, das Sie selbst betreiben oder jemand, dem Sie vertrauen, und mit niemandem sonst.',
    key: 'Melden Sie sich mit E-Mail und Passwort Ihres dortigen Kontos an, nicht mit dem Wallet-Passwort. Sotto erstellt dann einen eigenen Schlüssel, den Sie jederzeit widerrufen können.',
    done: 'Dieser Browser hat jetzt einen eigenen Schlüssel. Ihr Passwort für das Gateway wurde nicht gespeichert.',
  },
  password: 'Wallet-Passwort',
  next: 'Weiter',
  noWallet: 'Ihr Konto hat noch keine Wallet. Erstellen Sie die erste, um Geld zu empfangen und zu senden.',
  wallets: (count) => counted(count, 'Ihr Konto hat eine Wallet.', 'Ihr Konto hat # Wallets.'),
  open: 'Sotto öffnen',
  pin: 'Behalten Sie Sotto im Blick: Klicken Sie in der Symbolleiste Ihres Browsers auf das Puzzleteil und dann auf die Stecknadel neben Sotto.',
} satisfies Catalogue['welcomeWords']
