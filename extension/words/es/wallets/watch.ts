import type { Catalogue } from '../../catalogue.ts'

export const watchWords = {
  title: 'Consultar un monedero',
  about: 'Ves lo que tiene en público y puedes pagarle. Nadie puede gastar de él desde aquí.',
  how: '¿Qué tienes de él?',
  byAddress: 'Su dirección',
  byCard: 'Una tarjeta de dirección',
  address: 'Dirección',
  action: 'Consultarlo',
  added: 'Desde ahora puedes consultar este monedero.',
  drop: 'Suelta una tarjeta de dirección, elígela o pégala.',
  isReceipt: 'Esto es un comprobante. No indica un monedero que consultar; una tarjeta de dirección sí.',
  another: 'Otra tarjeta',
  flaws: {
    empty: 'Escribe o pega una dirección.',
    not_an_address: 'Esto no es una dirección: empieza por 0x y sigue solo con cifras y las letras de la a a la f.',
    too_short: 'Esta dirección es demasiado corta: después de 0x van 40 caracteres.',
    too_long: 'Esta dirección es demasiado larga: después de 0x van 40 caracteres.',
    checksum: 'Hay un carácter erróneo en esta dirección: sus mayúsculas no cuadran. Cópiala otra vez.',
    zero: 'Es la dirección cero. No es el monedero de nadie.',
    self: 'Esta dirección ya está entre tus monederos.',
  },
} satisfies Catalogue['watchWords']
