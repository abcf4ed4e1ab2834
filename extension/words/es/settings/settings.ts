import type { Catalogue } from '../../catalogue.ts'

export const settingsWords = {
  gateways: 'Pasarelas',
  addGateway: 'Conectar otra',
  key: (prefix) => `Clave ${prefix}…`,
  rejected: 'Clave no aceptada',
  noKey: 'Aún sin clave',
  rename: 'Renombrar',
  renameOf: (name) => `Renombrar ${name}`,
  renameTitle: 'Renombrar la pasarela',
  renamed: 'Pasarela renombrada.',
  name: 'Nombre',
  noName: 'Escribe un nombre.',
  nameTaken: 'ya es el de otra de tus pasarelas',
  save: 'Guardar',
  reconnectOf: (name) => `Reconectar ${name}`,
  remove: 'Quitar',
  removeOf: (name) => `Quitar ${name}`,
  locking: 'Bloqueo',
  lockingAbout: 'También se bloquea con tu ordenador y cuando se reinicia el navegador.',
  lockingAlone: 'También se bloquea cuando se reinicia el navegador.',
  idle: 'Sin uso, tras',
  cap: 'Como muy tarde, tras',
  looks: 'Apariencia',
  appearance: 'Colores',
  appearances: { system: 'Sistema', light: 'Claro', dark: 'Oscuro' },
  opens: 'El botón de la barra de herramientas abre',
  openings: { popup: 'Una ventana emergente', panel: 'El panel lateral' },
  openingsAbout: {
    popup: 'Se cierra al hacer clic fuera.',
    panel: 'Permanece junto a la página hasta que lo cierras.',
  },
  language: 'Idioma',
  systemLanguage: (name) => `El del navegador (${name})`,
  privacy: 'Privacidad',
  hide: 'Ocultar importes confidenciales',
  hideHint: 'Se muestran como puntos hasta que los mantienes pulsados.',
  notify: 'Avisarme de los pagos',
  notifyHint:
    'Cuando uno tuyo termina, cuando entra dinero y cuando uno espera aprobación. Tu navegador pide un permiso. Mientras los importes estén ocultos, ningún aviso lleva uno.',
  notifyDenied: 'El navegador no permite que Sotto te avise.',
  notifyDeniedTodo: 'Permítelo en los ajustes de tu navegador y vuelve a activarlo.',
  diagnostics: 'Diagnóstico',
  diagnosticsAbout:
    'Versiones, orígenes y recuentos, para quien te ayude. No contiene ninguna clave, importe, dirección ni nombre.',
  show: 'Mostrar lo que se copia',
  copyDiagnostics: 'Copiar el diagnóstico',
  erase: 'Borrar',
  eraseAbout: 'Hace que este navegador olvide todo sobre Sotto. Tu dinero sigue en la pasarela.',
} satisfies Catalogue['settingsWords']

export const removeGatewayWords = {
  title: 'Quitar la pasarela',
  about:
    'Su clave, los archivos guardados y el historial almacenado desaparecen de este navegador. Los pagos que aún no se hayan enviado no se envían. Tu dinero y tus monederos siguen en la pasarela.',
  keyStays: (prefix) =>
    `La clave ${prefix}… sigue siendo válida en la pasarela hasta que se revoque allí. Para revocarla ahora, inicia sesión una vez.`,
  keyElsewhere: (page) =>
    `Viene de una copia de seguridad, y este navegador no tiene ninguna clave suya. La clave de otro navegador sigue siendo válida hasta que la revoques en ${page}, en «API keys».`,
  revokeToo: 'Iniciar sesión y revocar también la clave',
  removeOnly: 'Quitar solo de este navegador',
  revokeAndRemove: 'Revocar la clave y quitar',
  removed: 'Pasarela quitada.',
} satisfies Catalogue['removeGatewayWords']
