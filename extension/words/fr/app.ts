import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../catalogue.ts'

const counted = countedIn('fr')

export const appWords = {
  name: 'Sotto',
  network: 'Réseau de test',
  lock: 'Verrouiller le portefeuille',
  openTab: 'Ouvrir le tableau de bord',
  menu: 'Menu',
  skip: 'Aller au contenu',
  gateways: 'Passerelle',
  back: 'Retour',
  nav: {
    home: 'Accueil',
    send: 'Envoyer',
    receive: 'Recevoir',
    activity: 'Activité',
    approvals: 'Approbations',
    wallets: 'Portefeuilles',
    contacts: 'Contacts',
    notas: 'Reçus et cartes',
    sites: 'Sites connectés',
    security: 'Sécurité',
    settings: 'Réglages',
  },
  notSetUp: 'Connectez d’abord votre passerelle. Cela prend une minute, dans un onglet à part.',
  setUp: 'Connecter une passerelle',
  rejected: 'La passerelle n’accepte plus la clé de ce portefeuille : elle a été révoquée ou a expiré.',
  reconnect: 'Reconnecter',
  missing: 'Cette partie du portefeuille n’a pas pu être chargée.',
  missingTodo: 'Sotto a peut-être été mis à jour alors que cette page était ouverte. Rechargez la page.',
  reload: 'Recharger',
} satisfies Catalogue['appWords']

export const newsWords = {
  came: (count) => counted(count, '# paiement a été reçu.', '# paiements ont été reçus.'),
  isNew: 'Nouveau',
} satisfies Catalogue['newsWords']

export const frameWords = {
  navigation: 'Portefeuille',
  environment: 'Environnement',
  title: (screen) => `${screen} · Sotto`,
  switchFrom: (name) => `Passerelle ${name} : en choisir une autre`,
  openInTab: 'Ouvrir dans un onglet',
  unseen: (count) => counted(count, '# reçu', '# reçus'),
  approvals: (count) => counted(count, '# paiement attend une approbation', '# paiements attendent une approbation'),
} satisfies Catalogue['frameWords']
