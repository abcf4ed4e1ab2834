import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../catalogue.ts'

const counted = countedIn('de')

export const appWords = {
  name: 'Sotto',
  network: 'Testnetz',
  lock: 'Wallet sperren',
  openTab: 'Dashboard öffnen',
  menu: 'Menü',
  skip: 'Zum Inhalt springen',
  gateways: 'Gateway',
  back: 'Zurück',
  nav: {
    home: 'Start',
    send: 'Senden',
    receive: 'Empfangen',
    activity: 'Aktivität',
    approvals: 'Freigaben',
    wallets: 'Wallets',
    contacts: 'Kontakte',
    notas: 'Belege und Karten',
    sites: 'Verbundene Websites',
    security: 'Sicherheit',
    settings: 'Einstellungen',
  },
  notSetUp: 'Verbinden Sie zuerst Ihr Gateway. Das dauert eine Minute und geschieht in einem eigenen Tab.',
  setUp: 'Gateway verbinden',
  rejected: 'Das Gateway nimmt den Schlüssel dieser Wallet nicht mehr an: Er wurde widerrufen oder ist abgelaufen.',
  reconnect: 'Neu verbinden',
  missing: 'Dieser Teil der Wallet konnte nicht geladen werden.',
  missingTodo: 'Vielleicht wurde Sotto aktualisiert, während diese Seite offen war. Laden Sie die Seite neu.',
  reload: 'Neu laden',
} satisfies Catalogue['appWords']

export const newsWords = {
  came: (count) => counted(count, 'Eine Zahlung ist eingegangen.', '# Zahlungen sind eingegangen.'),
  isNew: 'Neu',
} satisfies Catalogue['newsWords']

export const frameWords = {
  navigation: 'Wallet',
  environment: 'Umgebung',
  title: (screen) => `${screen} · Sotto`,
  switchFrom: (name) => `Gateway ${name}: ein anderes wählen`,
  openInTab: 'In einem Tab öffnen',
  unseen: (count) => counted(count, '# eingegangen', '# eingegangen'),
  approvals: (count) => counted(count, '# Zahlung wartet auf Freigabe', '# Zahlungen warten auf Freigabe'),
} satisfies Catalogue['frameWords']
