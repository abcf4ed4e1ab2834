import type { Catalogue } from '../../catalogue.ts'

export const heldWords = {
  about: (origin) =>
    `Inicia sesión en ${origin}. La sesión termina tras 10 minutos sin uso, y cuando bloqueas o cierras esta pestaña.`,
  other: (email) => `Has iniciado sesión en otra cuenta. Esta pasarela está conectada como ${email}.`,
  signedIn: (email) => `Sesión iniciada como ${email}`,
  signOut: 'Cerrar sesión',
  ended: 'Has cerrado la sesión.',
  over: 'Tu sesión ha terminado',
  kept: 'Lo que había en esta pantalla sigue ahí. Inicia sesión para continuar.',
  leave: 'Descartarlo',
} satisfies Catalogue['heldWords']
