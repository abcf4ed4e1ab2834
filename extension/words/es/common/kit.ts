import type { Catalogue } from '../../catalogue.ts'

export const kitWords = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  retry: 'Reintentar',
  reload: 'Actualizar',
  loading: 'Cargando…',
  copy: 'Copiar',
  copiedText: 'Copiado.',
  copyRefused: 'Aquí no se permite copiar: selecciona el texto.',
  copyOf: {
    address: (short) => `Copiar la dirección ${short}`,
    hash: (short) => `Copiar el hash ${short}`,
    id: (short) => `Copiar el ID ${short}`,
    fingerprint: (short) => `Copiar la huella ${short}`,
  },
  showTyped: 'Mostrar lo escrito',
  hidden: 'oculto',
  sealed: 'sellado',
  sealedTitle: 'Cifrado: esta pasarela no puede leer el importe ahora.',
  justNow: 'ahora mismo',
  asOf: (age) => `Actualizado ${age}`,
  stale: (age) => `Visto por última vez ${age}`,
  status: { PENDING: 'Pendiente', SETTLING: 'En proceso', SETTLED: 'Completado', FAILED: 'Fallido' },
  flaw: (label, said) => `${label}: ${said}.`,
  flawElsewhere: (said) => `La pasarela rechazó lo enviado: ${said}.`,
} satisfies Catalogue['kitWords']
