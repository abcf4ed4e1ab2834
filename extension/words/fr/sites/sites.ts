import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('fr')

export const thisSiteWords = {
  title: 'Ce site',
  on: 'Activé',
  offAbout:
    'Une fois activé, le site peut voir que vous utilisez Sotto et demander une carte d’adresse ou un paiement. Votre accord est demandé avant qu’il ne reçoive l’un ou l’autre.',
  enable: 'Activer sur ce site',
  enableOn: (host) => `Activer sur ce site, ${host}`,
  enabled: (host) => `Sotto est activé sur ${host}.`,
  disable: 'Désactiver',
  denied: 'Le navigateur n’a pas laissé Sotto accéder à ce site.',
  mayAsk: 'Il ne connaît aucune de vos adresses. Il peut demander une carte.',
  sees: (wallet) => `Il connaît l’adresse de ${wallet}.`,
  seesOne: 'Il connaît l’adresse d’un de vos portefeuilles.',
  unfit: {
    hidden: 'Le navigateur se réserve cette page. Sotto ne peut pas y être activé.',
    file: 'Ceci est un fichier. Sotto est fait pour les sites web.',
    store: 'Les navigateurs n’admettent aucune extension sur ce site.',
    plain_http: 'La connexion à ce site n’est pas chiffrée. Sotto exige https, sauf sur cet ordinateur.',
  },
} satisfies Catalogue['thisSiteWords']

export const sitesWords = {
  about:
    'Les sites qui peuvent voir que vous utilisez Sotto. Ce que voit un site ne change pas quand vous choisissez ici un autre portefeuille.',
  empty:
    'Aucun site n’est connecté. Ouvrez-en un qui fonctionne avec Sotto, cliquez sur Sotto dans la barre d’outils et activez-le là.',
  reads: 'Se lit',
  nothing: 'Ne connaît aucune de vos adresses',
  sees: 'Connaît l’adresse de',
  someWallet: 'un portefeuille',
  enabled: (day) => `Activé le ${day}`,
  since: (day) => `Depuis le ${day}`,
  used: (ago) => `dernière utilisation : ${ago}`,
  notUsed: 'pas encore utilisé',
  until: (moment) => `Jusqu’au ${moment}`,
  paidFrom: 'Payé depuis',
  forget: 'Oublier les paiements',
  forgetOf: (host) => `Oublier les paiements à ${host}`,
  forgotten: (host) => `Le portefeuille ne sait plus que vous avez payé ${host}.`,
  revoke: 'Retirer',
  revokeOf: (host) => `Retirer l’accès de ${host}`,
  revoked: (host) => `${host} ne recevra votre adresse que si vous l’autorisez à nouveau.`,
  disable: 'Désactiver',
  disableOf: (host) => `Désactiver sur ${host}`,
  disabled: (host) => `Sotto est désactivé sur ${host}.`,
  more: 'Afficher plus',
  revokeAll: 'Tout retirer',
  revokeAllTitle: 'Tout retirer ?',
  revokeAllAbout: (count) =>
    counted(
      count,
      '# site ne recevra une adresse ou un paiement que si vous l’autorisez à nouveau. Ce qu’il a noté, il le garde.',
      '# sites ne recevront une adresse ou un paiement que si vous l’autorisez à nouveau. Ce qu’ils ont noté, ils le gardent.',
    ),
  allRevoked: 'Aucun site ne peut plus connaître une de vos adresses.',
} satisfies Catalogue['sitesWords']
