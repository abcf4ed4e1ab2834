import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('de')

export const thisSiteWords = {
  title: 'Diese Website',
  on: 'Aktiviert',
  offAbout:
    'Ist sie aktiviert, kann die Website sehen, dass Sie Sotto verwenden, und um eine Adresskarte oder eine Zahlung bitten. Bevor sie eine bekommt, werden Sie gefragt.',
  enable: 'Auf dieser Website aktivieren',
  enableOn: (host) => `Auf dieser Website aktivieren, ${host}`,
  enabled: (host) => `Sotto ist auf ${host} aktiviert.`,
  disable: 'Deaktivieren',
  denied: 'Der Browser hat Sotto auf dieser Website nicht zugelassen.',
  mayAsk: 'Sie kennt keine Ihrer Adressen. Sie darf um eine Karte bitten.',
  sees: (wallet) => `Sie kennt die Adresse von ${wallet}.`,
  seesOne: 'Sie kennt die Adresse einer Ihrer Wallets.',
  unfit: {
    hidden: 'Der Browser gibt diese Seite nicht preis. Sotto kann hier nicht aktiviert werden.',
    file: 'Das ist eine Datei. Sotto ist für Websites.',
    store: 'Browser lassen auf diese Website keine Erweiterung.',
    plain_http:
      'Die Verbindung zu dieser Website ist nicht verschlüsselt. Sotto braucht https, außer auf diesem Computer.',
  },
} satisfies Catalogue['thisSiteWords']

export const sitesWords = {
  about:
    'Websites, die sehen können, dass Sie Sotto verwenden. Was eine davon sieht, ändert sich nicht, wenn Sie hier eine andere Wallet wählen.',
  empty:
    'Keine Website ist verbunden. Öffnen Sie eine, die mit Sotto arbeitet, klicken Sie in der Symbolleiste auf Sotto und aktivieren Sie es dort.',
  reads: 'Lautet',
  nothing: 'Kennt keine Ihrer Adressen',
  sees: 'Kennt die Adresse von',
  someWallet: 'einer Wallet',
  enabled: (day) => `Aktiviert am ${day}`,
  since: (day) => `Seit ${day}`,
  used: (ago) => `zuletzt verwendet: ${ago}`,
  notUsed: 'noch nicht verwendet',
  until: (moment) => `Bis ${moment}`,
  paidFrom: 'Bezahlt von',
  forget: 'Zahlungen vergessen',
  forgetOf: (host) => `Zahlungen an ${host} vergessen`,
  forgotten: (host) => `Die Wallet weiß nicht mehr, dass Sie an ${host} gezahlt haben.`,
  revoke: 'Zurücknehmen',
  revokeOf: (host) => `Zugriff von ${host} zurücknehmen`,
  revoked: (host) => `${host} erfährt Ihre Adresse nur, wenn Sie es wieder erlauben.`,
  disable: 'Deaktivieren',
  disableOf: (host) => `Auf ${host} deaktivieren`,
  disabled: (host) => `Sotto ist auf ${host} deaktiviert.`,
  more: 'Mehr anzeigen',
  revokeAll: 'Alles zurücknehmen',
  revokeAllTitle: 'Alles zurücknehmen?',
  revokeAllAbout: (count) =>
    counted(
      count,
      'Eine Website wird eine Adresse oder eine Zahlung nur bekommen, wenn Sie es wieder erlauben. Was sie sich notiert hat, behält sie.',
      '# Websites werden eine Adresse oder eine Zahlung nur bekommen, wenn Sie es wieder erlauben. Was sie sich notiert haben, behalten sie.',
    ),
  allRevoked: 'Keine Website darf mehr eine Ihrer Adressen erfahren.',
} satisfies Catalogue['sitesWords']
