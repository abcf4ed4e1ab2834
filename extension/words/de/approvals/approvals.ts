import type { Catalogue } from '../../catalogue.ts'

export const approvalsWords = {
  about: 'Eine Richtlinie legt diese Zahlungen einer Person vor. Vor der Freigabe wird nichts signiert oder gesendet.',
  empty: 'Keine Zahlung wartet auf Sie. Was eine Richtlinie einer Person vorlegt, erscheint hier.',
  limited:
    'Der Schlüssel dieser Wallet ist auf einige Wallets beschränkt und erfährt nicht, was wartet. Melden Sie sich an, um es zu sehen.',
  waiting: 'Wartende Zahlungen',
  until: (moment) => `Verfällt: ${moment}`,
  ended: 'Ohne Freigabe beendet',
  endedAbout: 'Abgelehnt oder nicht rechtzeitig freigegeben. Nichts davon wurde gesendet.',
  title: 'Zahlung freigeben',
  over: 'Diese Zahlung wartet nicht mehr: Sie wurde freigegeben, abgelehnt oder ist verfallen.',
  what: 'Zahlung',
  askedBy: 'Angefragt durch',
  why: 'Warum sie wartet',
  asked: 'Angefragt am',
  expires: 'Verfällt am',
  askers: {
    session: 'Eine Anmeldung dieses Kontos',
    thisWallet: 'Diese Wallet',
    key: (label) => `API-Schlüssel „${label}“`,
    someKey: 'Ein API-Schlüssel',
  },
  rules: {
    verbs: 'Diese Art von Zahlung geht nicht von selbst durch.',
    maxPerPayment: 'Der Betrag ist höher, als eine Zahlung sein darf.',
    maxPerDay: 'Der Betrag ist höher, als ein Tag erlaubt.',
    maxPerMonth: 'Der Betrag ist höher, als 30 Tage erlauben.',
    destinations: 'Der Empfänger gehört nicht zu denen, die ohne eine Person bezahlt werden.',
    hours: 'Sie wurde außerhalb der Zeiten angefragt, in denen Zahlungen von selbst durchgehen.',
    approveAbove: 'Der Betrag liegt über dem, was von selbst durchgeht.',
  },
  policies: {
    account: 'Richtlinie des Kontos',
    api_key: 'Richtlinie des API-Schlüssels',
    wallet: 'Richtlinie der Wallet',
  },
  stranger: 'Sie kennen diesen Empfänger nicht',
  strangerAbout:
    'Die Adresse ist keine Ihrer Wallets, kein Kontakt und auf keiner Karte, die Sie aufbewahren. Vergleichen Sie sie ganz.',
  inTab: 'Zum Entscheiden meldet sich eine Person an. Das braucht einen Tab.',
  decide: 'Freigeben oder ablehnen',
  decideInTab: 'In einem Tab entscheiden',
  signs:
    'Ein Passkey signiert genau das, was oben steht: Betrag, Empfänger und Wallet. Die Signatur passt zu keiner anderen ' +
    'Zahlung. Ein Konto ohne Passkey fragt nach dem Passwort.',
  approve: 'Freigeben',
  reject: 'Ablehnen',
  rejectTitle: 'Diese Zahlung ablehnen?',
  rejectAbout: 'Sie schlägt fehl, und nichts wird gesendet. Um doch zu zahlen, muss sie neu angefragt werden.',
  requestEnded: 'Lehnen Sie sie ab, außer eine andere Zahlung dieser Anforderung ist unterwegs.',
  approved: 'Freigegeben. Die Zahlung ist unterwegs.',
  rejected: 'Abgelehnt. Es wurde nichts gesendet.',
  another: 'Das Gateway wollte die Signatur für eine andere Zahlung als die gezeigte. Es wurde nichts signiert.',
  anotherTodo: 'Geben Sie sie nicht frei. Sagen Sie es der Person, die dieses Gateway betreibt.',
} satisfies Catalogue['approvalsWords']
