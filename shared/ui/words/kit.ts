import { words } from './spoken.ts'
/** Texts of the components in kit/. */
export const kitWords = words('kitWords', {
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Try again',
  reload: 'Refresh',
  loading: 'Loading…',
  copy: 'Copy',
  copiedText: 'Copied.',
  copyRefused: 'Copying is not allowed here: select the text instead.',
  /** The copied text, and its beginning and end, for people who only hear the button. */
  copyOf: {
    address: (short: string) => `Copy address ${short}`,
    hash: (short: string) => `Copy hash ${short}`,
    id: (short: string) => `Copy ID ${short}`,
    fingerprint: (short: string) => `Copy fingerprint ${short}`,
  },
  showTyped: 'Show what is typed',
  hidden: 'hidden',
  sealed: 'sealed',
  sealedTitle: 'Encrypted: this gateway cannot read the amount now.',
  justNow: 'just now',
  asOf: (age: string) => `As of ${age}`,
  stale: (age: string) => `Last seen ${age}`,
  status: { PENDING: 'Pending', SETTLING: 'Settling', SETTLED: 'Settled', FAILED: 'Failed' },
  /** A field's label as the subject of a sentence about it. */
  flaw: (label: string, said: string) => {
    const subject = `The ${label.charAt(0).toLowerCase()}${label.slice(1)}`
    return /^(is|must|names|holds|has|looks) /.test(said) ? `${subject} ${said}.` : `${subject} is not right: ${said}.`
  },
  flawElsewhere: (said: string) => `The gateway refused what was sent: ${said}.`,
} as const)
