import type { Catalogue } from '../catalogue.ts'

export const problemWords = {
  locked: 'Le portefeuille est verrouillé. Déverrouillez-le pour continuer.',
  no_vault: 'Ce portefeuille n’est pas encore configuré.',
  vault_exists: 'Ce portefeuille est déjà configuré.',
  vault_damaged:
    'Ce que le portefeuille a enregistré n’est plus lisible. Réinitialisez-le, puis reconnectez votre passerelle.',
  storage_damaged:
    'Une partie de ce que le portefeuille a enregistré n’est plus lisible. Choisissez « Tout effacer » dans les réglages, puis reconnectez-le.',
  wrong_password: 'Ce mot de passe est faux.',
  throttled: 'Trop de mots de passe faux. Attendez avant le prochain.',
  unknown_profile: 'Cette passerelle n’est plus connectée.',
  unknown_intent: 'Le portefeuille ne connaît plus ce paiement. Cherchez-le dans votre activité.',
  unknown_nota: 'Ce fichier n’est plus gardé ici.',
  permission_missing:
    'Le navigateur ne laisse pas le portefeuille communiquer avec cette passerelle. Donnez l’autorisation et réessayez.',
  too_fast: 'Le portefeuille interroge maintenant moins souvent la passerelle, pour rester sous ses limites.',
  older_gateway:
    'Cette passerelle est d’une version plus ancienne, qui ne liste pas ce qui est reçu. Mettez-la à jour pour le voir ici.',
  not_allowed: 'Le portefeuille a refusé cette demande.',
  nota_too_large: 'Ce fichier est trop grand pour une nota : elle fait au plus 16 Kio.',
  not_text: 'Ce fichier n’est pas du texte, donc pas une nota.',
  key_cannot_read:
    'Cette clé ne permet pas de lire : avec elle, le portefeuille ne pourrait rien afficher ni suivre aucun paiement. Utilisez-en une avec l’autorisation « read ».',
  other_account: 'Cette clé appartient à un autre compte. Connectez-le comme une passerelle à part.',
  not_a_request: 'Ceci n’est pas une demande qui puisse être payée ici.',
  other_gateway: 'Ce lien est d’une autre passerelle. Demandez la demande sous forme de fichier.',
  request_changed: 'La demande dit autre chose maintenant. Relisez-la.',
  request_expired: 'Cette demande a expiré. Rien n’a été payé.',
  request_paid: 'Cette demande est close : payée, annulée ou expirée. Rien d’autre n’a été payé.',
  unknown_approval: 'La page n’attend plus ceci ou ne répond pas.',
  no_key: 'Cette passerelle vient d’une sauvegarde, qui ne contient aucune clé. Reconnectez-la.',
} satisfies Catalogue['problemWords']
