import type { Catalogue } from '../../catalogue.ts'

export const networkNames = { sandbox: 'red de pruebas' } satisfies Catalogue['networkNames']

export const willSeeWords = {
  address: (network) => `La dirección del monedero, en la ${network}`,
  lookUp: 'Quien la tenga puede consultar todos sus pagos, hechos y recibidos, y sus saldos públicos',
  not: 'No: importes confidenciales, nombre, otros monederos',
} satisfies Catalogue['willSeeWords']

export const siteNotesWords = {
  local: 'Una página de este ordenador. Su conexión no está cifrada.',
  foreign: 'Letras de otro alfabeto. Se lee',
  foreignTodo: 'Los nombres en otros alfabetos pueden parecerse a los que conoces. Asegúrate de que sea el correcto.',
  like: 'Se parece mucho a',
  likeTodo: 'No es ese. Rechaza si querías estar allí.',
} satisfies Catalogue['siteNotesWords']

export const approveWords = {
  window: 'Peticiones de páginas web',
  title: (host) => `${host} pide una tarjeta de dirección`,
  asks: { card: 'pide una tarjeta de dirección.', payment: 'pide un pago.' },
  question: '¿Compartir una tarjeta de dirección?',
  count: (of) => `1 de ${of}`,
  purpose: 'El sitio dice para qué:',
  wallet: 'Monedero que se comparte',
  gateway: 'Lo custodia',
  sees: 'Lo que verá el sitio',
  readFirst: 'Baja hasta lo que verá el sitio.',
  term: 'Por cuánto tiempo',
  terms: { day: '1 día', month: '30 días', always: 'Hasta que lo retire' },
  refuse: 'Rechazar',
  allow: 'Permitir',
  locked: 'Desbloquear para responder',
  nothing: 'Ningún sitio espera respuesta.',
  close: 'Cerrar esta ventana',
  missing: {
    'set-up': {
      title: 'Sotto aún no está configurado',
      about: 'Configura antes el monedero y conecta tu pasarela.',
      action: 'Configurar Sotto',
    },
    damaged: {
      title: 'Este monedero no se puede abrir',
      about: 'Pero lo que guardó el monedero está dañado.',
      action: 'Ver qué hacer',
    },
    connect: {
      title: 'No hay ninguna pasarela conectada',
      about: 'Conecta antes tu pasarela: la página espera mientras tanto.',
      action: 'Conectar una pasarela',
    },
  },
} satisfies Catalogue['approveWords']
