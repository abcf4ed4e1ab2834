import type { Catalogue } from '../catalogue.ts'

export const connectWords = {
  another: 'Conectar una pasarela',
  again: 'Reconectar',
  inTab: 'El navegador pide un permiso mientras tanto. Continúa en una pestaña.',
  address: 'Dirección de la pasarela',
  addressHint: 'Por ejemplo, http://localhost:7984 o https://pay.example.com',
  willAsk: (host) =>
    `Tu navegador preguntará si Sotto puede comunicarse con ${host}. Permítelo: no se pide ningún otro sitio.`,
  connectedAs: (emails) => `Ya conectada como ${emails.slice(0, 3).join(', ')}. Puedes añadir otra cuenta de la misma.`,
  find: 'Buscar la pasarela',
  found: (origin) => `Pasarela encontrada en ${origin}`,
  change: 'Cambiar',
  allow: 'Permitir el acceso',
  withDetail: (what, detail) => (detail === undefined ? what : `${what} (${detail})`),
  troubles: {
    empty: { what: 'Escribe la dirección de tu pasarela.', todo: '' },
    not_an_address: {
      what: 'Esto no es una dirección. Una dirección tiene esta forma: https://pay.example.com',
      todo: '',
    },
    plain_http: {
      what: 'El http sin cifrar es solo para este ordenador. Usa https:// con cualquier otro servidor.',
      todo: '',
    },
    has_credentials: {
      what: 'No se usa una dirección que lleve dentro un nombre o una contraseña. Quita esa parte.',
      todo: '',
    },
    denied: {
      what: 'No has permitido que Sotto se comunique con este servidor.',
      todo: 'Inténtalo de nuevo y elige «Permitir». Sin ese permiso no se puede llegar a ninguna pasarela.',
    },
    not_asked: {
      what: 'El navegador no ha pedido el permiso.',
      todo: 'Inténtalo de nuevo. Si se repite, comprueba si tu navegador restringe las extensiones.',
    },
    refused: {
      what: 'Ningún servicio responde en esta dirección.',
      todo: 'Comprueba el puerto e inicia la pasarela: sotto start',
    },
    name_not_found: { what: 'No hay ningún servidor con este nombre.', todo: 'Comprueba la ortografía y tu conexión.' },
    tls: {
      what: 'No hay conexión segura con este servidor: su certificado no es de confianza.',
      todo: 'Abre la dirección en una pestaña para ver el motivo. No se ha enviado nada.',
    },
    no_answer: {
      what: 'El servidor no responde.',
      todo: 'Comprueba la dirección, que la pasarela esté en marcha y su certificado: abre la dirección en una pestaña para verlo.',
    },
    timeout: {
      what: 'El servidor ha tardado demasiado en responder.',
      todo: 'Comprueba que la pasarela esté en marcha y que nada intermedio la retenga.',
    },
    not_sotto: {
      what: 'Aquí responde algo, pero no es una pasarela de Sotto.',
      todo: 'Comprueba la dirección y el puerto.',
    },
    redirected: {
      what: 'Esta dirección lleva a otra. Sotto no sigue redirecciones.',
      todo: 'Escribe la dirección a la que lleva.',
    },
    other_version: {
      what: 'Esta pasarela habla otra versión de la API.',
      todo: 'Actualiza lo que sea más antiguo: la pasarela o esta extensión.',
    },
    misdirected: {
      what: 'La pasarela no responde a este nombre de servidor.',
      todo: 'Usa su propia dirección, o pon esta en SOTTO_PUBLIC_URL de la pasarela.',
    },
    unavailable: {
      what: 'El servidor está ahí, pero la pasarela que hay detrás no.',
      todo: 'Inicia la pasarela o vuelve a intentarlo en un momento.',
    },
  },
  makingKey: 'Creando una clave para este navegador…',
  keyAbout: 'La sesión se usa una sola vez, para crear la clave, y se cierra justo después.',
  pasteInstead: 'Pegar una clave de API',
  signInInstead: 'Iniciar sesión',
  pasteTitle: 'Pegar una clave de API',
  pasteAbout: 'Una que hayas creado en la página de la cuenta de la pasarela o con «sotto api-key create».',
  key: 'Clave de API',
  keyHint: 'Empieza por sotto_sk_. Se guarda cifrada y no se vuelve a mostrar.',
  keyFlaws: {
    empty: 'Pega la clave.',
    other_form: 'Esto no es una clave de API: consta de sotto_sk_ y 43 letras y cifras.',
  },
  connect: 'Conectar',
  connectedAgain: 'Conectada de nuevo.',
  toSettings: 'Volver a los ajustes',
} satisfies Catalogue['connectWords']
