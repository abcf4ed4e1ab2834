import type { Catalogue } from '../../catalogue.ts'

export const notaDropWords = {
  choose: 'Elegir un archivo',
  chooseInTab: 'Elegir en una pestaña',
  pasteHere: 'Pega aquí',
  pasted: 'Texto .nota pegado',
  dropNow: 'Suéltalo en cualquier lugar de esta página',
  inPopup: 'Pégalo aquí o elige un archivo en una pestaña.',
  flaws: {
    empty: 'Está vacío.',
    too_large: 'Es demasiado grande para un archivo .nota: ocupan como mucho 16 KiB.',
    not_text: 'Esto no es texto, así que no es un archivo .nota.',
    several: 'Los archivos, de uno en uno, por favor.',
    unreadable: 'El navegador no puede leer esto. Una carpeta no es un archivo .nota.',
  },
} satisfies Catalogue['notaDropWords']
