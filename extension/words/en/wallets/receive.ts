import { words } from '#shared/ui/words/spoken.ts'
export const receiveWords = words('receiveWords', {
  title: 'Receive',
  wallet: 'Into',
  qr: (name: string) => `QR code of the address of ${name}`,
  copyAddress: 'Copy address',
  network: 'Send only money of this test network here.',
  card: 'Address card',
  cardAbout: 'A signed file that says this address is yours. Whoever pays you can check it.',
  withLabel: 'Put the label into the card',
  withLabelHint: (label: string) => `Whoever gets the card reads “${label}”.`,
  download: 'Download card',
  copy: 'Copy card',
  downloaded: 'The card is in your downloads.',
  none: 'No wallet yet. Create one to be paid.',
  create: 'Create the first wallet',
})
