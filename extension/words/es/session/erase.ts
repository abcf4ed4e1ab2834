import type { Catalogue } from '../../catalogue.ts'

export const eraseWords = {
  title: '¿Borrar este monedero?',
  goes: 'Las pasarelas conectadas, sus claves, los archivos guardados y los ajustes desaparecen de este navegador. Un pago que aún no se haya enviado no se envía.',
  stays:
    'Tu dinero, tus monederos y tu historial siguen en la pasarela. Las claves de este monedero siguen valiendo allí hasta que las revoques.',
  word: 'borrar',
  type: 'Escribe «borrar» para confirmar',
  notConfirmed: 'Escribe la palabra «borrar» para confirmar.',
  action: 'Borrar todo',
} satisfies Catalogue['eraseWords']
