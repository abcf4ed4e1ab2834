import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('fr')

export const durationWords = {
  minutes: (count) => counted(count, '# minute', '# minutes'),
  hours: (count) => counted(count, '# heure', '# heures'),
  days: (count) => counted(count, '# jour', '# jours'),
} satisfies Catalogue['durationWords']

export const securityScreenWords = {
  inTab: 'Une session se termine avec la page où elle a été ouverte. La sécurité a son propre onglet.',
  browser: 'Ce navigateur',
  account: 'Votre compte à la passerelle',
} satisfies Catalogue['securityScreenWords']

export const thisBrowserWords = {
  password: 'Mot de passe du portefeuille',
  passwordAbout: 'Déverrouille Sotto dans ce navigateur. La passerelle ne le connaît pas.',
  change: 'Modifier',
  changeLabel: 'Modifier le mot de passe du portefeuille',
  changeTitle: 'Modifier le mot de passe du portefeuille',
  changeAction: 'Modifier le mot de passe',
  current: 'Mot de passe actuel du portefeuille',
  next: 'Nouveau mot de passe du portefeuille',
  changed: 'Le mot de passe du portefeuille est modifié.',
  passkey: 'Déverrouiller avec une clé d’accès',
  passkeyAbout: 'Le verrouillage de votre appareil ouvre le portefeuille. Le mot de passe reste valable.',
  passkeySince: (day) => `Activé depuis le ${day}`,
  passkeyOn: 'Activer',
  passkeyOnLabel: 'Activer le déverrouillage avec une clé d’accès',
  passkeyOff: 'Désactiver',
  passkeyOffLabel: 'Désactiver le déverrouillage avec une clé d’accès',
  passkeyOffTitle: 'Déverrouiller par mot de passe seulement ?',
  passkeyOffAbout:
    'La clé d’accès n’ouvre plus ce portefeuille. Votre appareil la proposera peut-être encore : retirez-la là aussi.',
  passkeyAdded: 'La clé d’accès ouvre désormais ce portefeuille.',
  passkeyRemoved: 'La clé d’accès n’ouvre plus ce portefeuille.',
  unfit:
    'Cette clé d’accès ne peut pas déverrouiller un portefeuille : l’extension PRF manque à votre appareil ou à votre navigateur. Retirez-la là-bas.',
  lock: 'Verrouillage',
  locksAfter: (idle, cap) =>
    `Se verrouille après ${idle} sans utilisation, et au plus tard ${cap} après le déverrouillage.`,
  lockNow: 'Verrouiller maintenant',
} satisfies Catalogue['thisBrowserWords']
