import type { Catalogue } from '../catalogue.ts'

export const connectWords = {
  another: 'Connecter une passerelle',
  again: 'Reconnecter',
  inTab: 'Le navigateur demande une autorisation entre-temps. Continuez dans un onglet.',
  address: 'Adresse de la passerelle',
  addressHint: 'Par exemple http://localhost:7984 ou https://pay.example.com',
  willAsk: (host) =>
    `Votre navigateur va demander si Sotto peut communiquer avec ${host}. Acceptez : aucun autre site n’est demandé.`,
  connectedAs: (emails) =>
    `Déjà connectée en tant que ${emails.slice(0, 3).join(', ')}. Vous pouvez en ajouter un autre compte.`,
  find: 'Chercher la passerelle',
  found: (origin) => `Passerelle trouvée à ${origin}`,
  change: 'Modifier',
  allow: 'Autoriser l’accès',
  withDetail: (what, detail) => (detail === undefined ? what : `${what} (${detail})`),
  troubles: {
    empty: { what: 'Saisissez l’adresse de votre passerelle.', todo: '' },
    not_an_address: {
      what: 'Ce n’est pas une adresse. Une adresse ressemble à https://pay.example.com',
      todo: '',
    },
    plain_http: {
      what: 'Le http non chiffré est réservé à cet ordinateur. Utilisez https:// pour tout autre hôte.',
      todo: '',
    },
    has_credentials: {
      what: 'Une adresse qui contient un nom ou un mot de passe n’est pas utilisée. Retirez cette partie.',
      todo: '',
    },
    denied: {
      what: 'Vous n’avez pas autorisé Sotto à communiquer avec cet hôte.',
      todo: 'Réessayez et choisissez « Autoriser ». Sans cela, aucune passerelle n’est joignable.',
    },
    not_asked: {
      what: 'Le navigateur n’a pas demandé l’autorisation.',
      todo: 'Réessayez. Si cela persiste, vérifiez si votre navigateur restreint les extensions.',
    },
    refused: {
      what: 'Aucun service ne répond à cette adresse.',
      todo: 'Vérifiez le port et démarrez la passerelle : sotto start',
    },
    name_not_found: {
      what: 'Aucun hôte ne porte ce nom.',
      todo: 'Vérifiez l’orthographe et votre connexion au réseau.',
    },
    tls: {
      what: 'Il n’y a pas de connexion sécurisée avec cet hôte : son certificat n’est pas reconnu.',
      todo: 'Ouvrez l’adresse dans un onglet pour voir pourquoi. Rien n’a été envoyé.',
    },
    no_answer: {
      what: 'L’hôte ne répond pas.',
      todo: 'Vérifiez l’adresse, que la passerelle fonctionne, et son certificat : ouvrez l’adresse dans un onglet pour voir.',
    },
    timeout: {
      what: 'L’hôte a mis trop de temps à répondre.',
      todo: 'Vérifiez que la passerelle fonctionne et que rien ne la retient en chemin.',
    },
    not_sotto: {
      what: 'Quelque chose répond ici, mais ce n’est pas une passerelle Sotto.',
      todo: 'Vérifiez l’adresse et le port.',
    },
    redirected: {
      what: 'Cette adresse mène ailleurs. Sotto ne suit aucune redirection.',
      todo: 'Saisissez l’adresse à laquelle elle mène.',
    },
    other_version: {
      what: 'Cette passerelle parle une autre version de l’API.',
      todo: 'Mettez à jour ce qui est le plus ancien : la passerelle ou cette extension.',
    },
    misdirected: {
      what: 'La passerelle ne répond pas à ce nom d’hôte.',
      todo: 'Utilisez sa propre adresse, ou indiquez celle-ci dans SOTTO_PUBLIC_URL sur la passerelle.',
    },
    unavailable: {
      what: 'Le serveur est là, mais pas la passerelle derrière lui.',
      todo: 'Démarrez la passerelle, ou réessayez dans un instant.',
    },
  },
  makingKey: 'Création d’une clé pour ce navigateur…',
  keyAbout: 'La connexion ne sert qu’à créer la clé, et se termine aussitôt après.',
  pasteInstead: 'Coller plutôt une clé d’API',
  signInInstead: 'Se connecter plutôt',
  pasteTitle: 'Coller une clé d’API',
  pasteAbout: 'Une clé créée sur la page de compte de la passerelle ou avec « sotto api-key create ».',
  key: 'Clé d’API',
  keyHint: 'Commence par sotto_sk_. Elle est enregistrée chiffrée et n’est plus jamais affichée.',
  keyFlaws: {
    empty: 'Collez la clé.',
    other_form: 'Ce n’est pas une clé d’API : elle se compose de sotto_sk_ et de 43 lettres et chiffres.',
  },
  connect: 'Connecter',
  connectedAgain: 'De nouveau connectée.',
  toSettings: 'Retour aux réglages',
} satisfies Catalogue['connectWords']
