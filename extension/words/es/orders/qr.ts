import type { Catalogue } from '../../catalogue.ts'

export const qrWords = {
  picture: 'Imagen de un código QR',
  camera: 'Escanear un código QR',
  inTab: 'Escanear un QR en una pestaña',
  card: 'Tarjeta de un código QR',
  read: 'Código QR leído. Compara lo que dice.',
  cameraTitle: 'Pon el código QR delante de la cámara',
  stop: 'Detener',
  cameraTroubles: {
    denied: {
      what: 'El navegador no permite que Sotto use la cámara.',
      todo: 'Permítelo en los ajustes de tu navegador, o haz una foto del código y suéltala aquí.',
    },
    none: { what: 'No hay ninguna cámara.', todo: 'Suelta aquí una imagen del código.' },
    busy: {
      what: 'No se puede usar la cámara.',
      todo: 'Cierra otros programas que la usen y vuelve a intentarlo.',
    },
  },
  otherChain: (chain) => `Este código es de otra red (cadena ${chain}). Allí no llega nada de Sotto.`,
  flaws: {
    empty: 'Este código QR está vacío.',
    link: 'Este código QR es un enlace a una página web, no una dirección. Sotto no lo abre.',
    ether: 'Este código QR pide ether, que Sotto no envía. Pide solo una dirección.',
    token: 'Este código QR pide un token por su contrato, y Sotto no puede saber cuál es. Pide solo una dirección.',
    contract: 'Este código QR pide una llamada a un contrato, no un pago.',
    name: 'Este código QR indica al destinatario por un nombre. Sotto paga a direcciones: pide una que empiece por 0x.',
    unknown: 'No hay ninguna dirección en este código QR.',
    several: 'Las imágenes, de una en una, por favor.',
    not_a_picture: 'El navegador no puede leer esto como imagen. Sirven PNG, JPEG y WebP.',
    picture_too_large: 'Esta imagen es demasiado grande: puede tener 20 MiB y 50 megapíxeles. Recorta el código.',
    several_codes: 'Hay varios códigos QR en esta imagen. Recorta el que corresponde.',
    no_code:
      'No se encuentra ningún código QR en esta imagen. Recorta el código, o haz una foto más nítida y de más cerca.',
  },
} satisfies Catalogue['qrWords']
