import { words } from '#shared/ui/words/spoken.ts'
import type { Appearance, Opens } from '../../../store/settings.ts'

export const settingsWords = words('settingsWords', {
  gateways: 'Gateways',
  addGateway: 'Connect another',
  key: (prefix: string) => `Key ${prefix}…`,
  rejected: 'Key not accepted',
  noKey: 'No key yet',
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  renameTitle: 'Rename the gateway',
  renamed: 'The gateway is renamed.',
  name: 'Name',
  noName: 'Type a name.',
  nameTaken: 'is that of another gateway of yours',
  save: 'Save',
  reconnectOf: (name: string) => `Reconnect ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  locking: 'Lock',
  lockingAbout: 'It also locks with your computer, and when the browser restarts.',
  /** Where the browser does not tell that the computer was locked. */
  lockingAlone: 'It also locks when the browser restarts.',
  idle: 'Without use, after',
  cap: 'At the latest, after',
  looks: 'Appearance',
  appearance: 'Colours',
  appearances: { system: 'System', light: 'Light', dark: 'Dark' } satisfies Record<Appearance, string>,
  language: 'Language',
  systemLanguage: (name: string) => `As the browser (${name})`,
  opens: 'The button in the toolbar opens',
  openings: { popup: 'A popup', panel: 'The side panel' } satisfies Record<Opens, string>,
  openingsAbout: {
    popup: 'It closes at a click beside it.',
    panel: 'It stays beside the page until you close it.',
  } satisfies Record<Opens, string>,
  privacy: 'Privacy',
  hide: 'Hide confidential amounts',
  hideHint: 'They show as dots until you hold them down.',
  notify: 'Notify me of payments',
  notifyHint:
    'When one of yours ends, when money comes in, and when one waits for approval. Your browser asks for a permission. While amounts are hidden, none is in a notification.',
  notifyDenied: 'The browser does not let Sotto notify you.',
  notifyDeniedTodo: 'Allow it in the settings of your browser, then switch it on again.',
  diagnostics: 'Diagnostics',
  diagnosticsAbout: 'Versions, origins and counts, for whoever helps you. No key, amount, address or name is in it.',
  show: 'Show what is copied',
  copyDiagnostics: 'Copy diagnostics',
  erase: 'Erase',
  eraseAbout: 'Makes this browser forget everything about Sotto. Your money stays at the gateway.',
})

export const removeGatewayWords = words('removeGatewayWords', {
  title: 'Remove the gateway',
  about:
    'Its key, saved files and cached history go from this browser. Payments that were not sent yet are not sent. Your money and wallets stay at the gateway.',
  keyStays: (prefix: string) =>
    `The key ${prefix}… stays valid at the gateway until it is revoked there. To revoke it now, you sign in once.`,
  keyElsewhere: (page: string) =>
    `It came from a backup, and this browser has no key of it. A key that another browser has stays valid until you revoke it at ${page}, under “API keys”.`,
  revokeToo: 'Sign in and revoke the key too',
  removeOnly: 'Remove from this browser only',
  revokeAndRemove: 'Revoke the key and remove',
  removed: 'The gateway is removed.',
})
