import type { Catalogue } from '../../catalogue.ts'

export const receiveWords = {
  title: 'Recevoir',
  wallet: 'Dans le portefeuille',
  qr: (name) => `Code QR de l’adresse de ${name}`,
  copyAddress: 'Copier l’adresse',
  network: 'N’envoyez ici que de l’argent de ce réseau de test.',
  card: 'Carte d’adresse',
  cardAbout: 'Un fichier signé qui dit que cette adresse est à vous. Quiconque vous paie peut le vérifier.',
  withLabel: 'Inscrire le libellé sur la carte',
  withLabelHint: (label) => `Quiconque reçoit la carte lit « ${label} ».`,
  download: 'Télécharger la carte',
  copy: 'Copier la carte',
  downloaded: 'La carte est dans vos téléchargements.',
  none: 'Aucun portefeuille pour l’instant. Créez-en un pour être payé.',
  create: 'Créer le premier portefeuille',
} satisfies Catalogue['receiveWords']
