import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('es')

export const thisSiteWords = {
  title: 'Este sitio',
  on: 'Activado',
  offAbout:
    'Si lo activas, el sitio puede ver que usas Sotto y pedir una tarjeta de dirección o un pago. Se te pregunta antes de dárselo.',
  enable: 'Activar en este sitio',
  enableOn: (host) => `Activar en este sitio, ${host}`,
  enabled: (host) => `Sotto está activado en ${host}.`,
  disable: 'Desactivar',
  denied: 'El navegador no ha permitido Sotto en este sitio.',
  mayAsk: 'No conoce ninguna dirección tuya. Puede pedir una tarjeta.',
  sees: (wallet) => `Conoce la dirección de ${wallet}.`,
  seesOne: 'Conoce la dirección de uno de tus monederos.',
  unfit: {
    hidden: 'El navegador se reserva esta página. Sotto no se puede activar aquí.',
    file: 'Esto es un archivo. Sotto es para sitios web.',
    store: 'Los navegadores no permiten extensiones en este sitio.',
    plain_http: 'La conexión con este sitio no está cifrada. Sotto necesita https, salvo en este ordenador.',
  },
} satisfies Catalogue['thisSiteWords']

export const sitesWords = {
  about: 'Sitios que pueden ver que usas Sotto. Lo que ve cada uno no cambia cuando eliges aquí otro monedero.',
  empty:
    'No hay ningún sitio conectado. Abre uno que funcione con Sotto, pulsa Sotto en la barra del navegador y actívalo allí.',
  reads: 'Se lee',
  nothing: 'No conoce ninguna dirección tuya',
  sees: 'Conoce la dirección de',
  someWallet: 'un monedero',
  enabled: (day) => `Activado el ${day}`,
  since: (day) => `Desde el ${day}`,
  used: (ago) => `último uso: ${ago}`,
  notUsed: 'sin usar aún',
  until: (moment) => `Hasta el ${moment}`,
  paidFrom: 'Pagado desde',
  forget: 'Olvidar pagos',
  forgetOf: (host) => `Olvidar los pagos a ${host}`,
  forgotten: (host) => `El monedero ya no sabe que pagaste a ${host}.`,
  revoke: 'Retirar',
  revokeOf: (host) => `Retirar el acceso de ${host}`,
  revoked: (host) => `${host} solo recibe tu dirección si lo permites de nuevo.`,
  disable: 'Desactivar',
  disableOf: (host) => `Desactivar en ${host}`,
  disabled: (host) => `Sotto está desactivado en ${host}.`,
  more: 'Mostrar más',
  revokeAll: 'Retirar todo',
  revokeAllTitle: '¿Retirar todo?',
  revokeAllAbout: (count) =>
    counted(
      count,
      'Un sitio solo recibirá una dirección o un pago si lo permites de nuevo. Lo que haya anotado, lo conserva.',
      '# sitios solo recibirán una dirección o un pago si lo permites de nuevo. Lo que hayan anotado, lo conservan.',
    ),
  allRevoked: 'Ningún sitio puede ya conocer una dirección tuya.',
} satisfies Catalogue['sitesWords']
