import type { Catalogue } from '../catalogue.ts'

export const connectWords = {
  another: 'Gateway verbinden',
  again: 'Neu verbinden',
  inTab: 'Der Browser bittet dabei um eine Berechtigung. Machen Sie in einem Tab weiter.',
  address: 'Adresse des Gateways',
  addressHint: 'Zum Beispiel http://localhost:7984 oder https://pay.example.com',
  willAsk: (host) =>
    `Ihr Browser wird fragen, ob Sotto mit ${host} kommunizieren darf. Erlauben Sie es: Um andere Websites geht es dabei nicht.`,
  connectedAs: (emails) =>
    `Bereits verbunden als ${emails.slice(0, 3).join(', ')}. Sie können ein weiteres Konto dieses Gateways hinzufügen.`,
  find: 'Gateway suchen',
  found: (origin) => `Gateway gefunden: ${origin}`,
  change: 'Ändern',
  allow: 'Zugriff erlauben',
  withDetail: (what, detail) => (detail === undefined ? what : `${what} (${detail})`),
  troubles: {
    empty: { what: 'Geben Sie die Adresse Ihres Gateways ein.', todo: '' },
    not_an_address: { what: 'Das ist keine Adresse. Eine Adresse sieht so aus: https://pay.example.com', todo: '' },
    plain_http: {
      what: 'Unverschlüsseltes http ist nur für diesen Computer. Verwenden Sie für andere Hosts https://.',
      todo: '',
    },
    has_credentials: {
      what: 'Eine Adresse mit Name oder Passwort darin wird nicht verwendet. Lassen Sie diesen Teil weg.',
      todo: '',
    },
    denied: {
      what: 'Sie haben Sotto nicht erlaubt, mit diesem Host zu kommunizieren.',
      todo: 'Versuchen Sie es noch einmal und wählen Sie „Zulassen“. Ohne diese Erlaubnis ist kein Gateway erreichbar.',
    },
    not_asked: {
      what: 'Der Browser hat nicht nach der Berechtigung gefragt.',
      todo: 'Versuchen Sie es noch einmal. Bleibt es dabei, prüfen Sie, ob Ihr Browser Erweiterungen einschränkt.',
    },
    refused: {
      what: 'Unter dieser Adresse antwortet kein Dienst.',
      todo: 'Prüfen Sie den Port und starten Sie das Gateway: sotto start',
    },
    name_not_found: {
      what: 'Es gibt keinen Host mit diesem Namen.',
      todo: 'Prüfen Sie die Schreibweise und Ihre Netzwerkverbindung.',
    },
    tls: {
      what: 'Es gibt keine sichere Verbindung zu diesem Host: Seinem Zertifikat wird nicht vertraut.',
      todo: 'Öffnen Sie die Adresse in einem Tab, um den Grund zu sehen. Gesendet wurde nichts.',
    },
    no_answer: {
      what: 'Der Host antwortet nicht.',
      todo: 'Prüfen Sie die Adresse, ob das Gateway läuft, und sein Zertifikat: Öffnen Sie dazu die Adresse in einem Tab.',
    },
    timeout: {
      what: 'Der Host hat zu lange nicht geantwortet.',
      todo: 'Prüfen Sie, ob das Gateway läuft und nichts dazwischen die Verbindung aufhält.',
    },
    not_sotto: {
      what: 'Hier antwortet etwas, aber kein Sotto-Gateway.',
      todo: 'Prüfen Sie die Adresse und den Port.',
    },
    redirected: {
      what: 'Diese Adresse leitet weiter. Sotto folgt keinen Weiterleitungen.',
      todo: 'Geben Sie die Adresse ein, zu der sie führt.',
    },
    other_version: {
      what: 'Dieses Gateway spricht eine andere Version der API.',
      todo: 'Aktualisieren Sie, was älter ist: das Gateway oder diese Erweiterung.',
    },
    misdirected: {
      what: 'Das Gateway antwortet nicht unter diesem Hostnamen.',
      todo: 'Verwenden Sie seine eigene Adresse oder setzen Sie am Gateway SOTTO_PUBLIC_URL auf diese hier.',
    },
    unavailable: {
      what: 'Der Server ist erreichbar, das Gateway dahinter nicht.',
      todo: 'Starten Sie das Gateway oder versuchen Sie es gleich noch einmal.',
    },
  },
  makingKey: 'Ein Schlüssel für diesen Browser wird erstellt …',
  keyAbout: 'Die Anmeldung dient nur dazu, den Schlüssel zu erstellen, und endet gleich danach.',
  pasteInstead: 'Stattdessen API-Schlüssel einfügen',
  signInInstead: 'Stattdessen anmelden',
  pasteTitle: 'API-Schlüssel einfügen',
  pasteAbout: 'Einen, den Sie auf der Kontoseite des Gateways oder mit „sotto api-key create“ erstellt haben.',
  key: 'API-Schlüssel',
  keyHint: 'Beginnt mit sotto_sk_. Er wird verschlüsselt gespeichert und nie wieder angezeigt.',
  keyFlaws: {
    empty: 'Fügen Sie den Schlüssel ein.',
    other_form: 'Das ist kein API-Schlüssel: Er besteht aus sotto_sk_ und 43 Buchstaben und Ziffern.',
  },
  connect: 'Verbinden',
  connectedAgain: 'Wieder verbunden.',
  toSettings: 'Zurück zu den Einstellungen',
} satisfies Catalogue['connectWords']
