import type { Catalogue } from '../catalogue.ts'

export const problemWords = {
  locked: 'El monedero está bloqueado. Desbloquéalo para continuar.',
  no_vault: 'Este monedero aún no está configurado.',
  vault_exists: 'Este monedero ya está configurado.',
  vault_damaged: 'Lo que guardó el monedero ya no se puede leer. Restablécelo y vuelve a conectar tu pasarela.',
  storage_damaged:
    'Parte de lo que guardó el monedero ya no se puede leer. Elige «Borrar todo» en los ajustes y vuelve a conectarlo.',
  wrong_password: 'Esa contraseña no es correcta.',
  throttled: 'Demasiadas contraseñas incorrectas. Espera antes de probar otra.',
  unknown_profile: 'Esta pasarela ya no está conectada.',
  unknown_intent: 'El monedero ya no conoce este pago. Búscalo en tu actividad.',
  unknown_nota: 'Este archivo ya no está guardado aquí.',
  permission_missing:
    'El navegador no permite que el monedero se comunique con esta pasarela. Dale permiso y vuelve a intentarlo.',
  too_fast: 'El monedero pregunta ahora menos a la pasarela, para no pasar de sus límites.',
  older_gateway:
    'Esta pasarela es de una versión anterior, que no lista lo que se recibe. Actualízala para verlo aquí.',
  not_allowed: 'El monedero rechazó esta petición.',
  nota_too_large: 'Este archivo es demasiado grande para ser .nota: ocupan como mucho 16 KiB.',
  not_text: 'Este archivo no es texto, así que no es .nota.',
  key_cannot_read:
    'Esta clave no puede leer: con ella el monedero no podría mostrar nada ni seguir ningún pago. Usa una con el permiso «read».',
  other_account: 'Esta clave pertenece a otra cuenta. Conéctala como una pasarela aparte.',
  not_a_request: 'Esto no es una solicitud que se pueda pagar aquí.',
  other_gateway: 'Este enlace es de otra pasarela. Pide la solicitud como archivo.',
  request_changed: 'La solicitud dice ahora otra cosa. Vuelve a leerla.',
  request_expired: 'Esta solicitud ha caducado. No se ha pagado nada.',
  request_paid: 'Esta solicitud ha terminado: está pagada, cancelada o caducada. No se ha pagado nada más.',
  unknown_approval: 'La página ya no espera esto o no responde ahora.',
  no_key: 'Esta pasarela viene de una copia de seguridad, que no contiene ninguna clave. Vuelve a conectarla.',
} satisfies Catalogue['problemWords']
