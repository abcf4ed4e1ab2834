import type { Catalogue } from '../../catalogue.ts'

export const networkNames = { sandbox: 'réseau de test' } satisfies Catalogue['networkNames']

export const willSeeWords = {
  address: (network) => `L’adresse du portefeuille, sur le ${network}`,
  lookUp: 'Quiconque l’a peut consulter tous ses paiements, émis et reçus, et ses soldes publics',
  not: 'Mais pas : les montants confidentiels, le nom, les autres portefeuilles',
} satisfies Catalogue['willSeeWords']

export const siteNotesWords = {
  local: 'Une page de cet ordinateur. Sa connexion n’est pas chiffrée.',
  foreign: 'Lettres d’un autre alphabet. Se lit',
  foreignTodo:
    'Des noms dans d’autres alphabets peuvent ressembler à ceux que vous connaissez. Assurez-vous que c’est le bon.',
  like: 'Ressemble beaucoup à',
  likeTodo: 'Ce n’est pas ce site. Refusez si c’est là que vous vouliez être.',
} satisfies Catalogue['siteNotesWords']

export const approveWords = {
  window: 'Demandes de pages web',
  title: (host) => `${host} demande une carte d’adresse`,
  asks: { card: 'demande une carte d’adresse.', payment: 'demande un paiement.' },
  question: 'Partager une carte d’adresse ?',
  count: (of) => `1 sur ${of}`,
  purpose: 'Le site dit pourquoi :',
  wallet: 'Portefeuille à partager',
  gateway: 'Gardé par',
  sees: 'Ce que le site verra',
  readFirst: 'Descendez jusqu’à ce que le site verra.',
  term: 'Pour combien de temps',
  terms: { day: '1 jour', month: '30 jours', always: 'Jusqu’à ce que je le retire' },
  refuse: 'Refuser',
  allow: 'Autoriser',
  locked: 'Déverrouiller pour répondre',
  nothing: 'Aucun site n’attend de réponse.',
  close: 'Fermer cette fenêtre',
  missing: {
    'set-up': {
      title: 'Sotto n’est pas encore configuré',
      about: 'Configurez d’abord le portefeuille et connectez votre passerelle.',
      action: 'Configurer Sotto',
    },
    damaged: {
      title: 'Ce portefeuille ne peut pas être ouvert',
      about: 'Mais ce que le portefeuille a enregistré est endommagé.',
      action: 'Voir que faire',
    },
    connect: {
      title: 'Aucune passerelle n’est connectée',
      about: 'Connectez d’abord votre passerelle : la page attend pendant ce temps.',
      action: 'Connecter une passerelle',
    },
  },
} satisfies Catalogue['approveWords']
