import type { Catalogue } from '../../catalogue.ts'

export const receiveWords = {
  title: 'Recibir',
  wallet: 'En el monedero',
  qr: (name) => `Código QR de la dirección de ${name}`,
  copyAddress: 'Copiar dirección',
  network: 'Envía aquí solo dinero de esta red de pruebas.',
  card: 'Tarjeta de dirección',
  cardAbout: 'Un archivo firmado que dice que esta dirección es tuya. Quien te paga puede comprobarlo.',
  withLabel: 'Incluir la etiqueta en la tarjeta',
  withLabelHint: (label) => `Quien reciba la tarjeta leerá «${label}».`,
  download: 'Descargar tarjeta',
  copy: 'Copiar tarjeta',
  downloaded: 'La tarjeta está en tus descargas.',
  none: 'Aún no hay ningún monedero. Crea uno para cobrar.',
  create: 'Crear el primer monedero',
} satisfies Catalogue['receiveWords']
