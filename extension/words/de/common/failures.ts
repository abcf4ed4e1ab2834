import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('de')

export const failureSentences = {
  validation_error: {
    what: 'Etwas im Formular stimmt nicht.',
    todo: 'Sehen Sie die Felder durch und versuchen Sie es noch einmal.',
  },
  invalid_nota: {
    what: 'Diese Datei kann hier nicht verwendet werden.',
    todo: 'Bitten Sie um eine neue.',
    asTold: true,
  },
  receipt_unavailable: {
    what: 'Noch gibt es keinen Beleg: Die Blockchain zeigt diese Zahlung nicht.',
    todo: 'Versuchen Sie es noch einmal, sobald sie bestätigt ist.',
  },
  unauthenticated: { what: 'Sie sind nicht angemeldet.', todo: 'Melden Sie sich an und versuchen Sie es noch einmal.' },
  invalid_api_key: {
    what: 'Das Gateway nimmt diesen API-Schlüssel nicht an: Er wurde widerrufen oder ist abgelaufen.',
    todo: 'Erstellen Sie einen neuen Schlüssel und verbinden Sie neu.',
  },
  invalid_session: { what: 'Ihre Sitzung ist beendet.', todo: 'Melden Sie sich wieder an.' },
  invalid_credentials: { what: 'E-Mail oder Passwort ist falsch.' },
  invalid_totp: {
    what: 'Dieser Code ist falsch, wurde schon verwendet oder kam zu spät.',
    todo: 'Warten Sie auf den nächsten.',
  },
  invalid_passkey: {
    what: 'Dieser Passkey wurde nicht angenommen.',
    todo: 'Verwenden Sie einen anderen oder Ihr Passwort.',
  },
  account_disabled: { what: 'Dieses Konto ist deaktiviert.', todo: 'Wenden Sie sich an den Betreiber des Gateways.' },
  session_required: {
    what: 'Das geht nicht mit einem API-Schlüssel.',
    todo: 'Melden Sie sich mit Passwort oder Passkey an.',
  },
  password_change_required: {
    what: 'Ihr jetziges Passwort wurde Ihnen zugeteilt.',
    todo: 'Ändern Sie es zuerst: Alles andere wartet darauf.',
  },
  reauthentication_required: {
    what: 'Ihre Anmeldung ist mehr als zehn Minuten alt.',
    todo: 'Melden Sie sich dafür noch einmal an.',
  },
  cross_site_request: {
    what: 'Das Gateway hat eine Anfrage von einem anderen Ursprung abgelehnt.',
    todo: 'Öffnen Sie diese Seite unter der Adresse des Gateways.',
  },
  insufficient_scope: {
    what: 'Dieser API-Schlüssel darf das nicht.',
    todo: 'Erstellen Sie einen Schlüssel mit der nötigen Berechtigung.',
  },
  not_found: { what: 'Das gibt es nicht mehr.', todo: 'Aktualisieren Sie die Liste.' },
  method_not_allowed: {
    what: 'Das Gateway kennt diesen Aufruf nicht.',
    todo: 'Aktualisieren Sie das Gateway oder dieses Programm.',
  },
  wallet_exists: { what: 'Diese Adresse gehört bereits zu Ihren Wallets.' },
  contact_exists: {
    what: 'Ein anderer Kontakt hat diese Adresse oder einen Namen, der diesem ähnelt.',
    asTold: true,
  },
  wallet_in_use: { what: 'Eine verwahrte Wallet kann nicht entfernt werden: Das Gateway hat ihren Schlüssel.' },
  not_waiting: { what: 'Diese Zahlung wartet nicht mehr auf eine Freigabe.', todo: 'Laden Sie die Liste neu.' },
  policy_denied: { what: 'Eine Richtlinie lässt diese Zahlung nicht zu. Es wurde nichts gesendet.', asTold: true },
  own_payment: {
    what: 'Wer eine Zahlung beantragt, gibt sie nicht frei.',
    todo: 'Geben Sie sie in einer anderen Sitzung frei.',
  },
  not_cancellable: {
    what: 'Nicht abgebrochen: Sie ist auf der Blockchain, die Gebühren sind dafür zu hoch, oder sie wartet auf Freigabe.',
  },
  batch_conflict: { what: 'Das geht bei dieser Sammelzahlung nicht mehr oder noch nicht.', asTold: true },
  request_ended: {
    what: 'Diese Anforderung ist bezahlt, abgelaufen oder zurückgezogen.',
    todo: 'Zahlen Sie nichts. Bitten Sie den Absender um eine neue.',
  },
  totp_already_enabled: {
    what: 'Die Zwei-Faktor-Authentifizierung ist bereits eingeschaltet.',
    todo: 'Laden Sie die Seite neu.',
  },
  idempotency_mismatch: {
    what: 'Unter demselben Schlüssel wurde zuvor eine andere Zahlung gesendet.',
    todo: 'Prüfen Sie Ihre Aktivität, bevor Sie noch einmal senden.',
    asTold: true,
  },
  idempotency_in_progress: {
    what: 'Das Gateway arbeitet noch an dieser Zahlung.',
    todo: 'Sie wird in Ihrer Aktivität erscheinen. Senden Sie sie nicht noch einmal.',
  },
  payload_too_large: {
    what: 'Das ist mehr, als das Gateway auf einmal annimmt.',
    todo: 'Verwenden Sie eine kleinere Datei.',
  },
  unsupported_media_type: {
    what: 'Das Gateway hat die Anfrage nicht verstanden.',
    todo: 'Aktualisieren Sie das Gateway oder dieses Programm.',
  },
  misdirected_request: {
    what: 'Das Gateway antwortet nicht unter diesem Hostnamen.',
    todo: 'Verwenden Sie seine eigene Adresse oder setzen Sie am Gateway SOTTO_PUBLIC_URL.',
  },
  rate_limited: { what: 'Zu viele Anfragen.' },
  internal_error: {
    what: 'Im Gateway ist etwas schiefgegangen.',
    todo: 'Versuchen Sie es noch einmal. Bleibt es dabei, findet der Betreiber die Ursache im Protokoll des Gateways.',
  },
  fund_failed: { what: 'Die Faucet-Zahlung ist fehlgeschlagen.', asTold: true },
  mint_failed: { what: 'Die Prägung ist fehlgeschlagen.', asTold: true },
  transfer_failed: { what: 'Die Überweisung ist fehlgeschlagen.', asTold: true },
  redeem_failed: { what: 'Die Einlösung ist vor der Auszahlung fehlgeschlagen.', asTold: true },
  redeem_settlement_failed: {
    what: 'Die Einlösung kann gerade nicht ausgezahlt werden.',
    todo: 'Der Betreiber schuldet Ihnen den Betrag. Wenden Sie sich an ihn.',
    asTold: true,
  },
  upstream_unavailable: {
    what: 'Die Blockchain hat dem Gateway nicht geantwortet.',
    todo: 'Versuchen Sie es gleich noch einmal.',
  },
  not_configured: {
    what: 'Dieses Gateway ist dafür nicht eingerichtet.',
    todo: 'Wenden Sie sich an seinen Betreiber.',
    asTold: true,
  },
  overloaded: { what: 'Das Gateway ist ausgelastet.', todo: 'Versuchen Sie es gleich noch einmal.' },
  reconciling: {
    what: 'Das Gateway ermittelt gerade, was schon gezahlt wurde.',
    todo: 'Es wurde nichts gesendet. Versuchen Sie es gleich noch einmal.',
  },
  storage_unavailable: {
    what: 'Das Gateway erreicht seine Datenbank nicht oder kann nicht schreiben.',
    todo: 'Versuchen Sie es später noch einmal oder fragen Sie den Betreiber.',
  },
  unreachable: {
    what: 'Das Gateway antwortet nicht.',
    todo: 'Prüfen Sie, ob es läuft und ob Sie online sind.',
  },
  timeout: {
    what: 'Das Gateway hat zu lange nicht geantwortet.',
    todo: 'Versuchen Sie es gleich noch einmal.',
  },
  not_sotto: {
    what: 'Die Antwort kam nicht von einem Sotto-Gateway.',
    todo: 'Prüfen Sie die Adresse und ob ein Proxy dazwischensteht.',
  },
  broken_answer: {
    what: 'Das Gateway hat eine Antwort geschickt, die hier keinen Sinn ergibt.',
    todo: 'Vielleicht ist es eine andere Version: Aktualisieren Sie das Gateway oder dieses Programm.',
  },
  unexpected: { what: 'Hier ist etwas schiefgegangen.', todo: 'Versuchen Sie es noch einmal.' },
  passkey_not_used: {
    what: 'Der Passkey wurde nicht verwendet: Es wurde abgebrochen oder dauerte zu lange.',
    todo: 'Versuchen Sie es noch einmal oder verwenden Sie Ihr Passwort.',
  },
  passkey_present: { what: 'Auf diesem Gerät gibt es bereits einen Passkey für dieses Konto.' },
  passkey_not_allowed: {
    what: 'Der Browser erlaubt unter dieser Adresse keine Passkeys.',
    todo: 'Verwenden Sie Ihr Passwort.',
  },
  passkey_unknown: {
    what: 'Der Browser konnte keinen Passkey verwenden.',
    todo: 'Versuchen Sie es noch einmal oder verwenden Sie Ihr Passwort.',
  },

  sign_in_ended: { what: 'Diese Anmeldung ist beendet.', todo: 'Beginnen Sie noch einmal mit Ihrem Passwort.' },
  codes_unsure: {
    what: 'Es kam keine Antwort. Die alten Codes sind vielleicht ungültig.',
    todo: 'Erstellen Sie neue.',
  },
  totp_unsure: {
    what: 'Es kam keine Antwort. Die Zwei-Faktor-Authentifizierung ist vielleicht schon eingeschaltet.',
    todo: 'Versuchen Sie es mit dem nächsten Code noch einmal.',
  },
} satisfies Catalogue['failureSentences']

export const waitWords = {
  wait: (seconds) => {
    if (seconds < 90)
      return counted(Math.max(1, Math.ceil(seconds)), 'Warten Sie eine Sekunde.', 'Warten Sie # Sekunden.')
    if (seconds < 24 * 3_600)
      return counted(Math.ceil(seconds / 60), 'Warten Sie eine Minute.', 'Warten Sie # Minuten.')
    return 'Versuchen Sie es an einem anderen Tag noch einmal.'
  },
} satisfies Catalogue['waitWords']
