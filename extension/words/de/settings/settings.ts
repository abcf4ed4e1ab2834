import type { Catalogue } from '../../catalogue.ts'

export const settingsWords = {
  gateways: 'Gateways',
  addGateway: 'Weiteres verbinden',
  key: (prefix) => `Schlüssel ${prefix}…`,
  rejected: 'Schlüssel nicht angenommen',
  noKey: 'Noch kein Schlüssel',
  rename: 'Umbenennen',
  renameOf: (name) => `${name} umbenennen`,
  renameTitle: 'Gateway umbenennen',
  renamed: 'Das Gateway ist umbenannt.',
  name: 'Name',
  noName: 'Geben Sie einen Namen ein.',
  nameTaken: 'so heißt schon ein anderes Ihrer Gateways',
  save: 'Speichern',
  reconnectOf: (name) => `${name} neu verbinden`,
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  locking: 'Sperren',
  lockingAbout: 'Sie sperrt sich auch mit Ihrem Computer und beim Neustart des Browsers.',
  lockingAlone: 'Sie sperrt sich auch beim Neustart des Browsers.',
  idle: 'Ohne Nutzung nach',
  cap: 'Spätestens nach',
  looks: 'Darstellung',
  appearance: 'Farben',
  appearances: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  opens: 'Die Schaltfläche in der Symbolleiste öffnet',
  openings: { popup: 'Ein Popup', panel: 'Die Seitenleiste' },
  openingsAbout: {
    popup: 'Es schließt sich bei einem Klick daneben.',
    panel: 'Sie bleibt neben der Seite, bis Sie sie schließen.',
  },
  language: 'Sprache',
  systemLanguage: (name) => `Wie der Browser (${name})`,
  privacy: 'Privatsphäre',
  hide: 'Vertrauliche Beträge verbergen',
  hideHint: 'Sie erscheinen als Punkte, bis Sie sie gedrückt halten.',
  notify: 'Über Zahlungen benachrichtigen',
  notifyHint:
    'Wenn eine Ihrer Zahlungen endet, wenn Geld eingeht und wenn eine auf Freigabe wartet. Ihr Browser fragt nach einer Berechtigung. Solange Beträge verborgen sind, steht keiner in einer Benachrichtigung.',
  notifyDenied: 'Der Browser lässt Sotto keine Benachrichtigungen zeigen.',
  notifyDeniedTodo: 'Erlauben Sie es in den Einstellungen Ihres Browsers und schalten Sie es dann wieder ein.',
  diagnostics: 'Diagnose',
  diagnosticsAbout:
    'Versionen, Ursprünge und Anzahlen für alle, die Ihnen helfen. Schlüssel, Beträge, Adressen und Namen sind nicht dabei.',
  show: 'Zeigen, was kopiert wird',
  copyDiagnostics: 'Diagnose kopieren',
  erase: 'Löschen',
  eraseAbout: 'Lässt diesen Browser alles über Sotto vergessen. Ihr Geld bleibt am Gateway.',
} satisfies Catalogue['settingsWords']

export const removeGatewayWords = {
  title: 'Gateway entfernen',
  about:
    'Sein Schlüssel, aufbewahrte Dateien und der gespeicherte Verlauf verschwinden aus diesem Browser. Noch nicht gesendete Zahlungen werden nicht gesendet. Ihr Geld und Ihre Wallets bleiben am Gateway.',
  keyStays: (prefix) =>
    `Der Schlüssel ${prefix}… bleibt am Gateway gültig, bis er dort widerrufen wird. Um ihn jetzt zu widerrufen, melden Sie sich einmal an.`,
  keyElsewhere: (page) =>
    `Es kam aus einer Sicherung, und dieser Browser hat keinen Schlüssel dafür. Der Schlüssel eines anderen Browsers bleibt gültig, bis Sie ihn auf ${page} unter „API keys“ widerrufen.`,
  revokeToo: 'Anmelden und auch den Schlüssel widerrufen',
  removeOnly: 'Nur aus diesem Browser entfernen',
  revokeAndRemove: 'Schlüssel widerrufen und entfernen',
  removed: 'Das Gateway ist entfernt.',
} satisfies Catalogue['removeGatewayWords']
