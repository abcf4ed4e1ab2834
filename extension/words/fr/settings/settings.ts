import type { Catalogue } from '../../catalogue.ts'

export const settingsWords = {
  gateways: 'Passerelles',
  addGateway: 'En connecter une autre',
  key: (prefix) => `Clé ${prefix}…`,
  rejected: 'Clé refusée',
  noKey: 'Pas encore de clé',
  rename: 'Renommer',
  renameOf: (name) => `Renommer ${name}`,
  renameTitle: 'Renommer la passerelle',
  renamed: 'La passerelle est renommée.',
  name: 'Nom',
  noName: 'Saisissez un nom.',
  nameTaken: 'c’est déjà celui d’une autre de vos passerelles',
  save: 'Enregistrer',
  reconnectOf: (name) => `Reconnecter ${name}`,
  remove: 'Retirer',
  removeOf: (name) => `Retirer ${name}`,
  locking: 'Verrouillage',
  lockingAbout: 'Il se verrouille aussi avec votre ordinateur, et au redémarrage du navigateur.',
  lockingAlone: 'Il se verrouille aussi au redémarrage du navigateur.',
  idle: 'Sans utilisation, après',
  cap: 'Au plus tard, après',
  looks: 'Apparence',
  appearance: 'Couleurs',
  appearances: { system: 'Système', light: 'Clair', dark: 'Sombre' },
  opens: 'Le bouton de la barre d’outils ouvre',
  openings: { popup: 'Une fenêtre surgissante', panel: 'Le panneau latéral' },
  openingsAbout: {
    popup: 'Elle se ferme au moindre clic à côté.',
    panel: 'Il reste à côté de la page jusqu’à ce que vous le fermiez.',
  },
  language: 'Langue',
  systemLanguage: (name) => `Celle du navigateur (${name})`,
  privacy: 'Confidentialité',
  hide: 'Masquer les montants confidentiels',
  hideHint: 'Ils s’affichent sous forme de points tant que vous ne les maintenez pas appuyés.',
  notify: 'M’avertir des paiements',
  notifyHint:
    'Quand l’un des vôtres se termine, quand de l’argent arrive et quand l’un attend une approbation. Votre navigateur demande une autorisation. Tant que les montants sont masqués, aucun ne figure dans une notification.',
  notifyDenied: 'Le navigateur ne laisse pas Sotto vous avertir.',
  notifyDeniedTodo: 'Autorisez-le dans les réglages de votre navigateur, puis réactivez l’option.',
  diagnostics: 'Diagnostic',
  diagnosticsAbout:
    'Versions, origines et nombres, pour les personnes qui vous aident. Aucune clé, aucun montant, aucune adresse ni aucun nom n’y figure.',
  show: 'Afficher ce qui est copié',
  copyDiagnostics: 'Copier le diagnostic',
  erase: 'Effacer',
  eraseAbout: 'Fait oublier à ce navigateur tout ce qui concerne Sotto. Votre argent reste à la passerelle.',
} satisfies Catalogue['settingsWords']

export const removeGatewayWords = {
  title: 'Retirer la passerelle',
  about:
    'Sa clé, les fichiers gardés et l’historique en cache quittent ce navigateur. Les paiements pas encore envoyés ne le seront pas. Votre argent et vos portefeuilles restent à la passerelle.',
  keyStays: (prefix) =>
    `La clé ${prefix}… reste valide à la passerelle jusqu’à ce qu’elle y soit révoquée. Pour la révoquer maintenant, connectez-vous une fois.`,
  keyElsewhere: (page) =>
    `Elle vient d’une sauvegarde, et ce navigateur n’en a aucune clé. La clé d’un autre navigateur reste valide jusqu’à ce que vous la révoquiez sur ${page}, sous « API keys ».`,
  revokeToo: 'Se connecter et révoquer aussi la clé',
  removeOnly: 'Retirer seulement de ce navigateur',
  revokeAndRemove: 'Révoquer la clé et retirer',
  removed: 'La passerelle est retirée.',
} satisfies Catalogue['removeGatewayWords']
