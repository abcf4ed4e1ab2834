import type { Catalogue } from '../../catalogue.ts'

export const walletWords = {
  gone: 'Este monedero ya no está entre los tuyos.',
  all: 'Todos los monederos',
  balance: 'Saldo',
  address: 'Dirección y tarjeta',
  addressAbout: 'Quien tenga una de las dos puede pagar a este monedero.',
  about: 'Sobre este monedero',
  kind: 'Clave',
  custodial: 'La custodia la pasarela',
  external: 'En otra parte: este monedero es de solo consulta',
  created: 'Añadido',
  rename: 'Renombrar',
  renameTitle: 'Renombrar el monedero',
  renameHint: 'Solo lo ves tú. Déjalo vacío para quitarlo.',
  save: 'Guardar',
  renamed: 'Monedero renombrado.',
  makePrimary: 'Hacer principal',
  madePrimary: 'Este monedero es ahora el principal.',
  remove: 'Dejar de consultar',
  removeTitle: '¿Dejar de consultar este monedero?',
  removeAbout: 'Sale de tu lista, y sus pagos anteriores siguen en tu actividad. Puedes volver a añadirlo.',
  removed: 'El monedero ya no se consulta.',
  export: 'Exportar la clave',
  transactions: 'Transacciones',
  none: 'Este monedero aún no tiene transacciones.',
  allOf: 'Ver todo',
} satisfies Catalogue['walletWords']

export const exportKeyWords = {
  title: 'Exportar la clave',
  inTab:
    'Exportar una clave requiere iniciar sesión, y la sesión termina con la página en la que se inició. Continúa en una pestaña.',
  about:
    'Obtienes un archivo cifrado con una frase de contraseña. Quien tenga ambas cosas puede gastar todo lo que hay en este monedero.',
  stays: 'La pasarela conserva su copia: el monedero sigue funcionando aquí.',
  passphrase: 'Frase de contraseña del archivo',
  hint: (least) => `Al menos ${least} caracteres. Sin ella el archivo no sirve de nada, y nadie puede restablecerla.`,
  again: 'Repetir',
  differs: 'debe coincidir con la frase de contraseña de arriba',
  action: 'Exportar',
  done: 'La clave está en tus descargas. Guarda por separado el archivo y la frase de contraseña.',
  back: 'Volver al monedero',
} satisfies Catalogue['exportKeyWords']
