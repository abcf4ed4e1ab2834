import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('fr')

export const failureSentences = {
  validation_error: {
    what: 'Quelque chose dans le formulaire n’est pas correct.',
    todo: 'Parcourez les champs et réessayez.',
  },
  invalid_nota: {
    what: 'Ce fichier ne peut pas être utilisé ici.',
    todo: 'Demandez-en un nouveau à son expéditeur.',
    asTold: true,
  },
  receipt_unavailable: {
    what: 'Il n’y a pas encore de reçu : la blockchain ne montre pas ce paiement.',
    todo: 'Réessayez une fois qu’il est confirmé.',
  },
  unauthenticated: { what: 'Vous n’êtes pas connecté.', todo: 'Connectez-vous et réessayez.' },
  invalid_api_key: {
    what: 'La passerelle n’accepte pas cette clé d’API : elle a été révoquée ou a expiré.',
    todo: 'Créez une nouvelle clé et reconnectez.',
  },
  invalid_session: { what: 'Votre session est terminée.', todo: 'Connectez-vous de nouveau.' },
  invalid_credentials: { what: 'L’e-mail ou le mot de passe est faux.' },
  invalid_totp: {
    what: 'Ce code est faux, a déjà servi ou est arrivé trop tard.',
    todo: 'Attendez le suivant.',
  },
  invalid_passkey: {
    what: 'Cette clé d’accès n’a pas été acceptée.',
    todo: 'Utilisez-en une autre, ou votre mot de passe.',
  },
  account_disabled: { what: 'Ce compte est désactivé.', todo: 'Adressez-vous à l’exploitant de cette passerelle.' },
  session_required: {
    what: 'Une clé d’API ne permet pas cela.',
    todo: 'Connectez-vous avec votre mot de passe ou une clé d’accès.',
  },
  password_change_required: {
    what: 'Le mot de passe utilisé vous a été attribué.',
    todo: 'Changez-le d’abord : tout le reste en dépend.',
  },
  reauthentication_required: {
    what: 'Votre connexion date de plus de dix minutes.',
    todo: 'Reconnectez-vous pour faire cela.',
  },
  cross_site_request: {
    what: 'La passerelle a refusé une requête d’une autre origine.',
    todo: 'Ouvrez cette page à l’adresse de la passerelle.',
  },
  insufficient_scope: {
    what: 'Cette clé d’API ne permet pas cela.',
    todo: 'Créez une clé avec l’autorisation nécessaire.',
  },
  not_found: { what: 'Cela n’existe plus.', todo: 'Actualisez la liste.' },
  method_not_allowed: {
    what: 'La passerelle ne connaît pas cet appel.',
    todo: 'Mettez à jour la passerelle ou ce programme.',
  },
  wallet_exists: { what: 'Cette adresse est déjà parmi vos portefeuilles.' },
  contact_exists: {
    what: 'Un autre contact a cette adresse, ou un nom qui ressemble à celui-ci.',
    asTold: true,
  },
  wallet_in_use: {
    what: 'Un portefeuille en dépôt ne peut pas être retiré : la passerelle garde sa clé.',
  },
  not_waiting: { what: 'Ce paiement n’attend plus d’approbation.', todo: 'Actualisez la liste.' },
  policy_denied: { what: 'Une règle n’autorise pas ce paiement. Rien n’a été envoyé.', asTold: true },
  own_payment: { what: 'Qui demande un paiement ne l’approuve pas.', todo: 'Approuvez-le dans une autre session.' },
  not_cancellable: {
    what: 'Pas annulé : il est sur la blockchain, les frais sont trop élevés, ou il attend une approbation.',
  },
  batch_conflict: { what: 'Ce lot ne le permet plus, ou pas encore.', asTold: true },
  request_ended: {
    what: 'Cette demande est payée, expirée ou annulée.',
    todo: 'Ne payez rien. Demandez-en une nouvelle à son expéditeur.',
  },
  totp_already_enabled: {
    what: 'L’authentification à deux facteurs est déjà activée.',
    todo: 'Actualisez la page.',
  },
  idempotency_mismatch: {
    what: 'Un autre paiement a déjà été envoyé sous la même clé.',
    todo: 'Consultez votre activité avant d’envoyer de nouveau.',
    asTold: true,
  },
  idempotency_in_progress: {
    what: 'La passerelle travaille encore à ce paiement.',
    todo: 'Il apparaîtra dans votre activité. Ne l’envoyez pas de nouveau.',
  },
  payload_too_large: {
    what: 'C’est plus que la passerelle n’accepte en une fois.',
    todo: 'Utilisez un fichier plus petit.',
  },
  unsupported_media_type: {
    what: 'La passerelle n’a pas compris la requête.',
    todo: 'Mettez à jour la passerelle ou ce programme.',
  },
  misdirected_request: {
    what: 'La passerelle ne répond pas à ce nom d’hôte.',
    todo: 'Utilisez sa propre adresse, ou définissez SOTTO_PUBLIC_URL sur la passerelle.',
  },
  rate_limited: { what: 'Trop de requêtes.' },
  internal_error: {
    what: 'Une erreur s’est produite dans la passerelle.',
    todo: 'Réessayez. Si cela persiste, l’exploitant de la passerelle en trouvera la cause dans son journal.',
  },
  fund_failed: { what: 'Le paiement du faucet a échoué.', asTold: true },
  mint_failed: { what: 'L’émission a échoué.', asTold: true },
  transfer_failed: { what: 'Le transfert a échoué.', asTold: true },
  redeem_failed: { what: 'La reconversion a échoué avant son versement.', asTold: true },
  redeem_settlement_failed: {
    what: 'La reconversion ne peut pas être versée maintenant.',
    todo: 'L’opérateur vous doit le montant. Adressez-vous à l’exploitant de cette passerelle.',
    asTold: true,
  },
  upstream_unavailable: {
    what: 'La blockchain n’a pas répondu à la passerelle.',
    todo: 'Réessayez dans un instant.',
  },
  not_configured: {
    what: 'Cette passerelle n’est pas configurée pour cela.',
    todo: 'Adressez-vous à l’exploitant de cette passerelle.',
    asTold: true,
  },
  overloaded: { what: 'La passerelle est occupée.', todo: 'Réessayez dans un instant.' },
  reconciling: {
    what: 'La passerelle cherche ce qui a déjà été payé.',
    todo: 'Rien n’a été envoyé. Réessayez dans un instant.',
  },
  storage_unavailable: {
    what: 'La passerelle ne peut pas joindre sa base de données ou y écrire.',
    todo: 'Réessayez plus tard, ou demandez à son exploitant.',
  },
  unreachable: {
    what: 'La passerelle ne répond pas.',
    todo: 'Vérifiez qu’elle fonctionne et que vous êtes en ligne.',
  },
  timeout: { what: 'La passerelle a mis trop de temps à répondre.', todo: 'Réessayez dans un instant.' },
  not_sotto: {
    what: 'La réponse ne vient pas d’une passerelle Sotto.',
    todo: 'Vérifiez l’adresse, et si un proxy s’interpose.',
  },
  broken_answer: {
    what: 'La passerelle a envoyé une réponse qui n’a pas de sens ici.',
    todo: 'Elle est peut-être d’une autre version : mettez à jour la passerelle ou ce programme.',
  },
  unexpected: { what: 'Une erreur s’est produite ici.', todo: 'Réessayez.' },
  passkey_not_used: {
    what: 'La clé d’accès n’a pas été utilisée : annulation, ou délai dépassé.',
    todo: 'Réessayez, ou utilisez votre mot de passe.',
  },
  passkey_present: { what: 'Cet appareil contient déjà une clé d’accès pour ce compte.' },
  passkey_not_allowed: {
    what: 'Le navigateur n’autorise pas les clés d’accès à cette adresse.',
    todo: 'Utilisez votre mot de passe.',
  },
  passkey_unknown: {
    what: 'Le navigateur n’a pas pu utiliser de clé d’accès.',
    todo: 'Réessayez, ou utilisez votre mot de passe.',
  },

  sign_in_ended: { what: 'Cette connexion a pris fin.', todo: 'Recommencez avec votre mot de passe.' },
  codes_unsure: {
    what: 'Aucune réponse n’est arrivée. Les anciens codes ne valent peut-être plus rien.',
    todo: 'Créez-en de nouveaux.',
  },
  totp_unsure: {
    what: 'Aucune réponse n’est arrivée. L’authentification à deux facteurs est peut-être déjà activée.',
    todo: 'Réessayez avec le code suivant.',
  },
} satisfies Catalogue['failureSentences']

export const waitWords = {
  wait: (seconds) => {
    if (seconds < 90) return counted(Math.max(1, Math.ceil(seconds)), 'Attendez # seconde.', 'Attendez # secondes.')
    if (seconds < 24 * 3_600) return counted(Math.ceil(seconds / 60), 'Attendez # minute.', 'Attendez # minutes.')
    return 'Réessayez un autre jour.'
  },
} satisfies Catalogue['waitWords']
