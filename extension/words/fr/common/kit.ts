import type { Catalogue } from '../../catalogue.ts'

export const kitWords = {
  cancel: 'Annuler',
  close: 'Fermer',
  retry: 'Réessayer',
  reload: 'Actualiser',
  loading: 'Chargement…',
  copy: 'Copier',
  copiedText: 'Copié.',
  copyRefused: 'La copie n’est pas autorisée ici : sélectionnez plutôt le texte.',
  copyOf: {
    address: (short) => `Copier l’adresse ${short}`,
    hash: (short) => `Copier le hash ${short}`,
    id: (short) => `Copier l’ID ${short}`,
    fingerprint: (short) => `Copier l’empreinte ${short}`,
  },
  showTyped: 'Afficher la saisie',
  hidden: 'masqué',
  sealed: 'scellé',
  sealedTitle: 'Chiffré : cette passerelle ne peut pas lire le montant en ce moment.',
  justNow: 'à l’instant',
  asOf: (age) => `Actualisé ${age}`,
  stale: (age) => `Vu pour la dernière fois ${age}`,
  status: { PENDING: 'En attente', SETTLING: 'En règlement', SETTLED: 'Réglé', FAILED: 'Échoué' },
  flaw: (label, said) => `${label} : ${said}.`,
  flawElsewhere: (said) => `La passerelle a refusé ce qui a été envoyé : ${said}.`,
} satisfies Catalogue['kitWords']
