import type { Catalogue } from '../../catalogue.ts'

export const lockWords = {
  title: 'Hola de nuevo',
  password: 'Contraseña del monedero',
  unlock: 'Desbloquear',
  pause: (left) => `Demasiadas contraseñas incorrectas. La siguiente se admite en ${left}.`,
  passkey: 'Desbloquear con una llave de acceso',
  passkeyInTab: 'Desbloquear con una llave de acceso, en una pestaña',
  forgot: '¿Has olvidado la contraseña?',
  damagedTitle: 'Este monedero no se puede abrir',
  damaged: 'Lo que guardó el monedero está dañado y ya no se puede leer.',
  damagedTodo: 'Restablécelo y vuelve a conectar tu pasarela. Tu dinero está en la pasarela, no aquí.',
  reset: 'Restablecer este monedero',
} satisfies Catalogue['lockWords']
