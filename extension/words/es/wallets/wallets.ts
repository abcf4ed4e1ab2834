import type { Catalogue } from '../../catalogue.ts'

export const firstWalletWords = {
  create: 'Crear mi primer monedero',
  label: 'Nombre del monedero',
  labelHint: 'Solo lo ves tú. Puedes cambiarlo más adelante.',
  name: 'Monedero principal',
} satisfies Catalogue['firstWalletWords']

export const walletsWords = {
  primary: 'Principal',
  watched: 'Solo consulta',
  create: 'Crear un monedero',
  createTitle: 'Crear un monedero',
  createAbout: 'La pasarela crea una clave y la custodia. Puedes exportarla más adelante.',
  label: 'Etiqueta',
  labelHint: 'Solo la ves tú.',
  createAction: 'Crear',
  created: 'Monedero creado.',
  watch: 'Consultar un monedero',
  full: (most) => `Una cuenta tiene como máximo ${most} monederos. Quita uno de solo consulta para añadir otro.`,
  mayNot: 'La clave de este monedero no permite añadir ni cambiar monederos.',
  more: 'Mostrar más',
  empty: 'Aún no hay ningún monedero. La pasarela custodia su clave; tú decides qué se hace con él.',
  list: 'Monederos',
} satisfies Catalogue['walletsWords']
