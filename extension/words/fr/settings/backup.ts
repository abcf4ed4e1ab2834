import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('fr')

export const backupWords = {
  title: 'Sauvegarde',
  about:
    'Un fichier avec vos passerelles, vos réglages et les sites activés, pour un autre navigateur. Il ne contient ni clé d’API ni argent : après une restauration, vous vous connectez une fois à chaque passerelle, et les sites redemandent avant de voir un portefeuille.',
  save: 'Faire une sauvegarde',
  saveTitle: 'Faire une sauvegarde',
  saveAction: 'Enregistrer le fichier',
  passphrase: 'Phrase secrète de la sauvegarde',
  passphraseAbout: 'Le fichier ne s’ouvre qu’avec cette phrase secrète. Personne ne peut la réinitialiser.',
  fileName: (day) => `sotto-sauvegarde-${day}.json`,
  saved: 'La sauvegarde est dans vos téléchargements.',
  restore: 'Restaurer une sauvegarde',
  restoreAbout: 'Vous avez une sauvegarde d’un autre navigateur ?',
  choose: 'Choisir une sauvegarde',
  openTitle: 'Ouvrir la sauvegarde',
  open: 'Ouvrir',
  wrong: 'n’est pas celle de cette sauvegarde',
  holds: (gateways, sites) =>
    `Elle contient : ${counted(gateways, '# passerelle', '# passerelles')}, ${counted(sites, '# site', '# sites')} et vos réglages.`,
  sites: 'Sites qui peuvent demander votre adresse',
  explorers: 'Explorateurs de blocs',
  lax: 'Elle protège moins que ce navigateur aujourd’hui',
  amountsShown: 'Les montants confidentiels sont affichés.',
  willAsk: 'Votre navigateur demande l’accès à ces adresses. Sans lui, rien n’est restauré.',
  restoreAll: 'Tout restaurer',
  restored: 'La sauvegarde est restaurée. Reconnectez ses passerelles.',
  flaws: {
    too_large: 'Ce fichier est trop grand pour une sauvegarde de Sotto : elle fait au plus 1 Mio.',
    not_a_backup: 'Ce fichier n’est pas une sauvegarde de Sotto.',
    newer: 'Cette sauvegarde vient d’une version plus récente de Sotto. Mettez Sotto à jour, puis restaurez-la.',
    altered:
      'Cette sauvegarde est endommagée : une partie manque ou a été modifiée. Rien n’est restauré. Utilisez une autre copie.',
    unreadable: 'Le navigateur ne peut pas lire ce fichier.',
    not_given: 'Le navigateur n’a pas donné l’accès. Rien n’est restauré.',
  },
} satisfies Catalogue['backupWords']
