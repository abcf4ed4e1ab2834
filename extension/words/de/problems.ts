import type { Catalogue } from '../catalogue.ts'

export const problemWords = {
  locked: 'Die Wallet ist gesperrt. Entsperren Sie sie, um fortzufahren.',
  no_vault: 'Diese Wallet ist noch nicht eingerichtet.',
  vault_exists: 'Diese Wallet ist bereits eingerichtet.',
  vault_damaged:
    'Was die Wallet gespeichert hat, ist nicht mehr lesbar. Setzen Sie sie zurück und verbinden Sie Ihr Gateway dann neu.',
  storage_damaged:
    'Ein Teil dessen, was die Wallet gespeichert hat, ist nicht mehr lesbar. Wählen Sie in den Einstellungen „Alles löschen“ und verbinden Sie dann neu.',
  wrong_password: 'Dieses Passwort ist falsch.',
  throttled: 'Zu viele falsche Passwörter. Warten Sie, bevor Sie es erneut versuchen.',
  unknown_profile: 'Dieses Gateway ist nicht mehr verbunden.',
  unknown_intent: 'Die Wallet kennt diese Zahlung nicht mehr. Suchen Sie sie in Ihrer Aktivität.',
  unknown_nota: 'Diese Datei ist hier nicht mehr aufbewahrt.',
  permission_missing:
    'Der Browser lässt die Wallet nicht mit diesem Gateway kommunizieren. Erteilen Sie die Berechtigung und versuchen Sie es noch einmal.',
  too_fast: 'Die Wallet fragt das Gateway jetzt seltener, um unter seinen Grenzen zu bleiben.',
  older_gateway:
    'Dieses Gateway ist eine ältere Version, die Eingänge nicht auflistet. Aktualisieren Sie es, um sie hier zu sehen.',
  not_allowed: 'Die Wallet hat diese Anfrage abgelehnt.',
  nota_too_large: 'Diese Datei ist zu groß für eine Nota: Sie hat höchstens 16 KiB.',
  not_text: 'Diese Datei ist kein Text, also auch keine Nota.',
  key_cannot_read:
    'Dieser Schlüssel darf nicht lesen: Mit ihm könnte die Wallet nichts anzeigen und keine Zahlung verfolgen. Verwenden Sie einen mit der Berechtigung „read“.',
  other_account: 'Dieser Schlüssel gehört zu einem anderen Konto. Verbinden Sie es als eigenes Gateway.',
  not_a_request: 'Das ist keine Anforderung, die hier bezahlt werden kann.',
  other_gateway: 'Dieser Link gehört zu einem anderen Gateway. Bitten Sie um die Anforderung als Datei.',
  request_changed: 'Die Anforderung sagt inzwischen etwas anderes. Lesen Sie sie noch einmal.',
  request_expired: 'Diese Anforderung ist abgelaufen. Es wurde nichts gezahlt.',
  request_paid: 'Diese Anforderung ist beendet: bezahlt, abgebrochen oder abgelaufen. Es wurde nichts weiter gezahlt.',
  unknown_approval: 'Die Seite wartet darauf nicht oder antwortet gerade nicht.',
  no_key: 'Dieses Gateway stammt aus einer Sicherung, die keinen Schlüssel enthält. Verbinden Sie es neu.',
} satisfies Catalogue['problemWords']
