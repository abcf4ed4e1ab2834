import type { Catalogue } from '../../catalogue.ts'

export const qrWords = {
  picture: 'Image d’un code QR',
  camera: 'Scanner un code QR',
  inTab: 'Scanner un code QR dans un onglet',
  card: 'Carte d’un code QR',
  read: 'Le code QR est lu. Comparez ce qu’il dit.',
  cameraTitle: 'Tenez le code QR devant la caméra',
  stop: 'Arrêter',
  cameraTroubles: {
    denied: {
      what: 'Le navigateur ne laisse pas Sotto utiliser la caméra.',
      todo: 'Autorisez-le dans les réglages de votre navigateur, ou photographiez le code et déposez l’image ici.',
    },
    none: { what: 'Il n’y a pas de caméra.', todo: 'Déposez ici une image du code.' },
    busy: {
      what: 'La caméra ne peut pas être utilisée.',
      todo: 'Fermez les autres programmes qui l’utilisent, puis réessayez.',
    },
  },
  otherChain: (chain) => `Ce code est pour un autre réseau (chaîne ${chain}). Rien de Sotto n’y arrive.`,
  flaws: {
    empty: 'Ce code QR est vide.',
    link: 'Ce code QR est un lien vers une page web, pas une adresse. Sotto ne l’ouvre pas.',
    ether: 'Ce code QR demande de l’ether, que Sotto n’envoie pas. Demandez une adresse seule.',
    token:
      'Ce code QR demande un jeton par son contrat, et Sotto ne peut pas savoir lequel c’est. Demandez une adresse seule.',
    contract: 'Ce code QR demande l’appel d’un contrat, pas un paiement.',
    name: 'Ce code QR désigne le destinataire par un nom. Sotto paie des adresses : demandez-en une qui commence par 0x.',
    unknown: 'Il n’y a aucune adresse dans ce code QR.',
    several: 'Une seule image à la fois, s’il vous plaît.',
    not_a_picture: 'Le navigateur ne peut pas lire cela comme une image. PNG, JPEG et WebP conviennent.',
    picture_too_large:
      'Cette image est trop grande : elle peut faire 20 Mio et 50 mégapixels. Recadrez-la sur le code.',
    several_codes: 'Il y a plusieurs codes QR dans cette image. Découpez celui qui est visé.',
    no_code:
      'Aucun code QR n’est trouvé dans cette image. Recadrez-la, ou prenez une image plus nette et de plus près.',
  },
} satisfies Catalogue['qrWords']
