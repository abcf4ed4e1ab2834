import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('es')

export const newPasswordWords = {
  hint: (least) => `Al menos ${least} caracteres. Van bien tres o cuatro palabras que nadie adivinaría.`,
  again: 'Repetir',
  differs: 'debe coincidir con la contraseña de arriba',
  weak: 'es fácil de adivinar: usa tres o cuatro palabras que no tengan nada que ver entre sí',
} satisfies Catalogue['newPasswordWords']

export const welcomeWords = {
  progress: 'Progreso de la configuración',
  stepDone: '(hecho)',
  steps: { password: 'Contraseña', gateway: 'Pasarela', key: 'Sesión', done: 'Listo' },
  titles: {
    password: 'Elige una contraseña del monedero',
    gateway: '¿Dónde está tu pasarela?',
    key: 'Conecta tu cuenta',
    done: 'Tu cuenta está conectada',
  },
  intro: {
    what: 'Sotto envía y recibe dinero sin mostrar a todo el mundo cuánto.',
    who: 'El dinero lo custodia una pasarela, que llevas tú o alguien de tu confianza; este navegador solo tiene una clave para comunicarse con ella.',
    you: 'Tú',
    gateway: 'Tu pasarela',
    chain: 'La blockchain',
    hidden: 've quién paga a quién, no cuánto',
  },
  abouts: {
    password:
      'Desbloquea Sotto en este navegador y nunca sale de él. Nadie puede restablecerla por ti. No es la contraseña de tu cuenta en la pasarela: esa viene después.',
    gateway: 'Sotto se comunica con la pasarela que llevas tú o alguien de tu confianza, y con nadie más.',
    key: 'Inicia sesión con el correo y la contraseña de tu cuenta allí, no con la contraseña del monedero. Después, Sotto crea una clave propia, que puedes revocar en cualquier momento.',
    done: 'Este navegador tiene ahora una clave propia. Tu contraseña de la pasarela no se ha guardado.',
  },
  password: 'Contraseña del monedero',
  next: 'Continuar',
  noWallet: 'Tu cuenta aún no tiene ningún monedero. Crea el primero para recibir y enviar dinero.',
  wallets: (count) => counted(count, 'Tu cuenta tiene un monedero.', 'Tu cuenta tiene # monederos.'),
  open: 'Abrir Sotto',
  pin: 'Ten Sotto a la vista: pulsa la pieza de rompecabezas en la barra de tu navegador y luego la chincheta junto a Sotto.',
} satisfies Catalogue['welcomeWords']
