import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('fr')

export const newPasswordWords = {
  hint: (least) => `Au moins ${least} caractères. Trois ou quatre mots que personne ne devinerait conviennent bien.`,
  again: 'Répéter',
  differs: 'doit être identique au mot de passe ci-dessus',
  weak: 'facile à deviner, prenez trois ou quatre mots sans rapport entre eux',
} satisfies Catalogue['newPasswordWords']

export const welcomeWords = {
  progress: 'Avancement de la configuration',
  stepDone: '(fait)',
  steps: { password: 'Mot de passe', gateway: 'Passerelle', key: 'Connexion', done: 'Prêt' },
  titles: {
    password: 'Choisissez un mot de passe du portefeuille',
    gateway: 'Où est votre passerelle ?',
    key: 'Connectez votre compte',
    done: 'Vous êtes connecté',
  },
  intro: {
    what: 'Sotto envoie et reçoit de l’argent sans montrer à tout le monde combien.',
    who: 'L’argent est gardé par une passerelle, que vous ou une personne de confiance exploitez ; ce navigateur ne détient qu’une clé pour communiquer avec elle.',
    you: 'Vous',
    gateway: 'Votre passerelle',
    chain: 'La blockchain',
    hidden: 'voit qui paie qui, pas combien',
  },
  abouts: {
    password:
      'Il déverrouille Sotto dans ce navigateur et ne le quitte jamais. Personne ne peut le réinitialiser pour vous. Ce n’est pas le mot de passe de votre compte à la passerelle : celui-là vient plus tard.',
    gateway:
      'Sotto communique avec la passerelle que vous ou une personne de confiance exploitez, et avec personne d’autre.',
    key: 'Connectez-vous avec l’e-mail et le mot de passe de votre compte là-bas, pas avec le mot de passe du portefeuille. Sotto crée ensuite sa propre clé, que vous pouvez révoquer à tout moment.',
    done: 'Ce navigateur a maintenant sa propre clé. Votre mot de passe de la passerelle n’a pas été conservé.',
  },
  password: 'Mot de passe du portefeuille',
  next: 'Continuer',
  noWallet: 'Votre compte n’a encore aucun portefeuille. Créez le premier pour recevoir et envoyer de l’argent.',
  wallets: (count) => counted(count, 'Votre compte a # portefeuille.', 'Votre compte a # portefeuilles.'),
  open: 'Ouvrir Sotto',
  pin: 'Gardez Sotto à portée de main : cliquez sur la pièce de puzzle dans la barre d’outils de votre navigateur, puis sur la punaise à côté de Sotto.',
} satisfies Catalogue['welcomeWords']
