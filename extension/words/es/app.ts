import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../catalogue.ts'

const counted = countedIn('es')

export const appWords = {
  name: 'Sotto',
  network: 'Red de pruebas',
  lock: 'Bloquear el monedero',
  openTab: 'Abrir el panel',
  menu: 'Menú',
  skip: 'Ir al contenido',
  gateways: 'Pasarela',
  back: 'Atrás',
  nav: {
    home: 'Inicio',
    send: 'Enviar',
    receive: 'Recibir',
    activity: 'Actividad',
    approvals: 'Aprobaciones',
    wallets: 'Monederos',
    contacts: 'Contactos',
    notas: 'Comprobantes y tarjetas',
    sites: 'Sitios conectados',
    security: 'Seguridad',
    settings: 'Ajustes',
  },
  notSetUp: 'Conecta tu pasarela para empezar. Lleva un minuto y se hace en su propia pestaña.',
  setUp: 'Conectar una pasarela',
  rejected: 'La pasarela ya no acepta la clave de este monedero: se revocó o ha caducado.',
  reconnect: 'Reconectar',
  missing: 'No se pudo cargar esta parte del monedero.',
  missingTodo: 'Puede que Sotto se haya actualizado con esta página abierta. Vuelve a cargar la página.',
  reload: 'Recargar',
} satisfies Catalogue['appWords']

export const newsWords = {
  came: (count) => counted(count, 'Se ha recibido un pago.', 'Se han recibido # pagos.'),
  isNew: 'Nuevo',
} satisfies Catalogue['newsWords']

export const frameWords = {
  navigation: 'Monedero',
  environment: 'Entorno',
  title: (screen) => `${screen} · Sotto`,
  switchFrom: (name) => `Pasarela ${name}: elegir otra`,
  openInTab: 'Abrir en una pestaña',
  unseen: (count) => counted(count, '# recibido', '# recibidos'),
  approvals: (count) => counted(count, '# pago espera aprobación', '# pagos esperan aprobación'),
} satisfies Catalogue['frameWords']
