import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('es')

export const failureSentences = {
  validation_error: { what: 'Algo del formulario no es correcto.', todo: 'Revisa los campos y vuelve a intentarlo.' },
  invalid_nota: {
    what: 'Este archivo no se puede usar aquí.',
    todo: 'Pide uno nuevo a quien te lo envió.',
    asTold: true,
  },
  receipt_unavailable: {
    what: 'Aún no hay comprobante: la blockchain no muestra este pago.',
    todo: 'Vuelve a intentarlo cuando esté confirmado.',
  },
  unauthenticated: { what: 'No has iniciado sesión.', todo: 'Inicia sesión y vuelve a intentarlo.' },
  invalid_api_key: {
    what: 'La pasarela no acepta esta clave de API: se revocó o ha caducado.',
    todo: 'Crea una clave nueva y vuelve a conectar.',
  },
  invalid_session: { what: 'Tu sesión ha terminado.', todo: 'Vuelve a iniciar sesión.' },
  invalid_credentials: { what: 'El correo o la contraseña no son correctos.' },
  invalid_totp: { what: 'Este código no es correcto, ya se usó o llegó tarde.', todo: 'Espera al siguiente.' },
  invalid_passkey: { what: 'No se aceptó esta llave de acceso.', todo: 'Usa otra, o tu contraseña.' },
  account_disabled: { what: 'Esta cuenta está desactivada.', todo: 'Pregunta a quien lleva esta pasarela.' },
  session_required: {
    what: 'Esto no se puede hacer con una clave de API.',
    todo: 'Inicia sesión con tu contraseña o una llave de acceso.',
  },
  password_change_required: {
    what: 'La contraseña en uso te la dieron.',
    todo: 'Cámbiala primero: todo lo demás espera a eso.',
  },
  reauthentication_required: {
    what: 'Iniciaste sesión hace más de diez minutos.',
    todo: 'Vuelve a iniciar sesión para hacer esto.',
  },
  cross_site_request: {
    what: 'La pasarela rechazó una petición de otro origen.',
    todo: 'Abre esta página en la dirección de la pasarela.',
  },
  insufficient_scope: {
    what: 'Esta clave de API no puede hacer eso.',
    todo: 'Crea una clave con el permiso necesario.',
  },
  not_found: { what: 'Esto ya no existe.', todo: 'Actualiza la lista.' },
  method_not_allowed: {
    what: 'La pasarela no conoce esta llamada.',
    todo: 'Actualiza la pasarela o este programa.',
  },
  wallet_exists: { what: 'Esta dirección ya está entre tus monederos.' },
  contact_exists: {
    what: 'Otro contacto tiene esta dirección, o un nombre que se parece a este.',
    asTold: true,
  },
  wallet_in_use: { what: 'No se puede quitar un monedero en custodia: la pasarela guarda su clave.' },
  not_waiting: { what: 'Este pago ya no espera una aprobación.', todo: 'Actualiza la lista.' },
  policy_denied: { what: 'Una política no permite este pago. No se envió nada.', asTold: true },
  own_payment: { what: 'Quien pide un pago no lo aprueba.', todo: 'Apruébalo en otra sesión.' },
  not_cancellable: {
    what: 'No se canceló: está en la blockchain, las comisiones son demasiado altas o espera una aprobación.',
  },
  batch_conflict: { what: 'Este lote ya no admite eso, o todavía no.', asTold: true },
  request_ended: {
    what: 'Esta solicitud está pagada, ha caducado o se ha cancelado.',
    todo: 'No pagues nada. Pide una nueva a quien la envió.',
  },
  totp_already_enabled: {
    what: 'La autenticación de dos factores ya está activada.',
    todo: 'Actualiza la página.',
  },
  idempotency_mismatch: {
    what: 'Antes se envió otro pago con la misma clave.',
    todo: 'Mira tu actividad antes de volver a enviar.',
    asTold: true,
  },
  idempotency_in_progress: {
    what: 'La pasarela todavía trabaja en este pago.',
    todo: 'Aparecerá en tu actividad. No lo envíes otra vez.',
  },
  payload_too_large: {
    what: 'Es más de lo que la pasarela admite de una vez.',
    todo: 'Usa un archivo más pequeño.',
  },
  unsupported_media_type: {
    what: 'La pasarela no ha entendido la petición.',
    todo: 'Actualiza la pasarela o este programa.',
  },
  misdirected_request: {
    what: 'La pasarela no responde a este nombre de servidor.',
    todo: 'Usa su propia dirección, o configura SOTTO_PUBLIC_URL en la pasarela.',
  },
  rate_limited: { what: 'Demasiadas peticiones.' },
  internal_error: {
    what: 'Algo ha fallado en la pasarela.',
    todo: 'Inténtalo de nuevo. Si continúa, quien lleva la pasarela encontrará la causa en su registro.',
  },
  fund_failed: { what: 'El pago del faucet ha fallado.', asTold: true },
  mint_failed: { what: 'La acuñación ha fallado.', asTold: true },
  transfer_failed: { what: 'La transferencia ha fallado.', asTold: true },
  redeem_failed: { what: 'El canje ha fallado antes de su abono.', asTold: true },
  redeem_settlement_failed: {
    what: 'El canje no se puede abonar ahora.',
    todo: 'El operador debe el importe. Pregunta a quien lleva esta pasarela.',
    asTold: true,
  },
  upstream_unavailable: {
    what: 'La blockchain no ha respondido a la pasarela.',
    todo: 'Vuelve a intentarlo en un momento.',
  },
  not_configured: {
    what: 'Esta pasarela no está configurada para eso.',
    todo: 'Pregunta a quien lleva esta pasarela.',
    asTold: true,
  },
  overloaded: { what: 'La pasarela está ocupada.', todo: 'Vuelve a intentarlo en un momento.' },
  reconciling: {
    what: 'La pasarela está averiguando qué se ha pagado ya.',
    todo: 'No se ha enviado nada. Vuelve a intentarlo en un momento.',
  },
  storage_unavailable: {
    what: 'La pasarela no puede acceder a su base de datos o escribir en ella.',
    todo: 'Vuelve a intentarlo más tarde, o pregunta a quien la lleva.',
  },
  unreachable: {
    what: 'La pasarela no responde.',
    todo: 'Comprueba que esté en marcha y que tengas conexión.',
  },
  timeout: { what: 'La pasarela ha tardado demasiado en responder.', todo: 'Vuelve a intentarlo en un momento.' },
  not_sotto: {
    what: 'Ha respondido algo que no es una pasarela de Sotto.',
    todo: 'Comprueba la dirección y si hay un proxy por medio.',
  },
  broken_answer: {
    what: 'La pasarela ha enviado una respuesta que aquí no tiene sentido.',
    todo: 'Puede ser de otra versión: actualiza la pasarela o este programa.',
  },
  unexpected: { what: 'Algo ha fallado aquí.', todo: 'Inténtalo de nuevo.' },
  passkey_not_used: {
    what: 'No se usó la llave de acceso: se canceló o tardó demasiado.',
    todo: 'Inténtalo de nuevo, o usa tu contraseña.',
  },
  passkey_present: { what: 'Este dispositivo ya tiene una llave de acceso para esta cuenta.' },
  passkey_not_allowed: {
    what: 'El navegador no permite llaves de acceso en esta dirección.',
    todo: 'Usa tu contraseña.',
  },
  passkey_unknown: {
    what: 'El navegador no pudo usar una llave de acceso.',
    todo: 'Inténtalo de nuevo, o usa tu contraseña.',
  },

  sign_in_ended: { what: 'Este inicio de sesión ha terminado.', todo: 'Empieza de nuevo con tu contraseña.' },
  codes_unsure: {
    what: 'No llegó respuesta. Puede que los códigos anteriores ya no valgan.',
    todo: 'Crea códigos nuevos.',
  },
  totp_unsure: {
    what: 'No llegó respuesta. Puede que la autenticación de dos factores ya esté activada.',
    todo: 'Inténtalo de nuevo con el código siguiente.',
  },
} satisfies Catalogue['failureSentences']

export const waitWords = {
  wait: (seconds) => {
    if (seconds < 90) return counted(Math.max(1, Math.ceil(seconds)), 'Espera un segundo.', 'Espera # segundos.')
    if (seconds < 24 * 3_600) return counted(Math.ceil(seconds / 60), 'Espera un minuto.', 'Espera # minutos.')
    return 'Vuelve a intentarlo otro día.'
  },
} satisfies Catalogue['waitWords']
