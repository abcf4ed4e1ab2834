import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('es')

export const durationWords = {
  minutes: (count) => counted(count, '# minuto', '# minutos'),
  hours: (count) => counted(count, '# hora', '# horas'),
  days: (count) => counted(count, '# día', '# días'),
} satisfies Catalogue['durationWords']

export const securityScreenWords = {
  inTab: 'Una sesión termina con la página en la que se inició. La seguridad tiene su propia pestaña.',
  browser: 'Este navegador',
  account: 'Tu cuenta en la pasarela',
} satisfies Catalogue['securityScreenWords']

export const thisBrowserWords = {
  password: 'Contraseña del monedero',
  passwordAbout: 'Desbloquea Sotto en este navegador. La pasarela no la conoce.',
  change: 'Cambiar',
  changeLabel: 'Cambiar la contraseña del monedero',
  changeTitle: 'Cambiar la contraseña del monedero',
  changeAction: 'Cambiar la contraseña',
  current: 'Contraseña actual del monedero',
  next: 'Nueva contraseña del monedero',
  changed: 'La contraseña del monedero ha cambiado.',
  passkey: 'Desbloquear con una llave de acceso',
  passkeyAbout: 'El bloqueo de tu dispositivo abre el monedero. La contraseña sigue sirviendo.',
  passkeySince: (day) => `Activado desde el ${day}`,
  passkeyOn: 'Activar',
  passkeyOnLabel: 'Activar el desbloqueo con una llave de acceso',
  passkeyOff: 'Desactivar',
  passkeyOffLabel: 'Desactivar el desbloqueo con una llave de acceso',
  passkeyOffTitle: '¿Desbloquear solo con contraseña?',
  passkeyOffAbout:
    'La llave de acceso ya no abre este monedero. Puede que tu dispositivo la siga ofreciendo: quítala también allí.',
  passkeyAdded: 'Desde ahora, la llave de acceso abre este monedero.',
  passkeyRemoved: 'La llave de acceso ya no abre este monedero.',
  unfit:
    'Esta llave de acceso no puede desbloquear un monedero: a tu dispositivo o navegador le falta la extensión PRF. Quítala allí.',
  lock: 'Bloqueo',
  locksAfter: (idle, cap) => `Se bloquea tras ${idle} sin uso y, como muy tarde, ${cap} después de desbloquearlo.`,
  lockNow: 'Bloquear ahora',
} satisfies Catalogue['thisBrowserWords']
