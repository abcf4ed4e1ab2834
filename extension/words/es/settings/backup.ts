import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('es')

export const backupWords = {
  title: 'Copia de seguridad',
  about:
    'Un archivo con tus pasarelas, tus ajustes y los sitios activados, para otro navegador. No contiene ninguna clave de API ni dinero: después de restaurarlo, inicias sesión una vez en cada pasarela, y los sitios vuelven a preguntar antes de ver un monedero.',
  save: 'Crear una copia de seguridad',
  saveTitle: 'Crear una copia de seguridad',
  saveAction: 'Guardar el archivo',
  passphrase: 'Frase de contraseña de la copia',
  passphraseAbout: 'El archivo solo se abre con esta frase de contraseña. Nadie puede restablecerla.',
  fileName: (day) => `sotto-copia-${day}.json`,
  saved: 'La copia de seguridad está en tus descargas.',
  restore: 'Restaurar una copia de seguridad',
  restoreAbout: '¿Tienes una copia de seguridad de otro navegador?',
  choose: 'Elegir una copia de seguridad',
  openTitle: 'Abrir la copia de seguridad',
  open: 'Abrir',
  wrong: 'no es la de esta copia de seguridad',
  holds: (gateways, sites) =>
    `Contiene: ${counted(gateways, 'una pasarela', '# pasarelas')}, ${counted(sites, 'un sitio', '# sitios')} y tus ajustes.`,
  sites: 'Sitios que pueden pedir tu dirección',
  explorers: 'Exploradores de bloques',
  lax: 'Protege menos que este navegador ahora',
  amountsShown: 'Los importes confidenciales se muestran.',
  willAsk: 'Tu navegador pide acceso a estas direcciones. Sin él no se restaura nada.',
  restoreAll: 'Restaurarlo todo',
  restored: 'Copia de seguridad restaurada. Vuelve a conectar sus pasarelas.',
  flaws: {
    too_large: 'Este archivo es demasiado grande para una copia de seguridad de Sotto: ocupan como mucho 1 MiB.',
    not_a_backup: 'Este archivo no es una copia de seguridad de Sotto.',
    newer: 'Esta copia de seguridad es de una versión más nueva de Sotto. Actualiza Sotto y restáurala después.',
    altered:
      'Esta copia de seguridad está dañada: falta una parte o se ha cambiado. No se ha restaurado nada. Usa otra copia.',
    unreadable: 'El navegador no puede leer este archivo.',
    not_given: 'El navegador no ha dado acceso. No se ha restaurado nada.',
  },
} satisfies Catalogue['backupWords']
