import { words } from '#shared/ui/words/spoken.ts'
import type { CameraTrouble } from '../../../ui/qr/camera.tsx'
import type { CodeFlaw } from '../../../ui/qr/meant.ts'
import type { PictureFlaw } from '../../../ui/qr/picture.ts'

export const qrWords = words('qrWords', {
  picture: 'Picture of a QR code',
  camera: 'Scan a QR code',
  inTab: 'Scan a QR code in a tab',
  card: 'Card of a QR code',
  read: 'The QR code is read. Compare what it says.',
  cameraTitle: 'Hold the QR code before the camera',
  stop: 'Stop',
  cameraTroubles: {
    denied: {
      what: 'The browser does not let Sotto use the camera.',
      todo: 'Allow it in the settings of your browser, or take a picture of the code and drop it here.',
    },
    none: { what: 'There is no camera.', todo: 'Drop a picture of the code here.' },
    busy: { what: 'The camera cannot be used.', todo: 'Close other programs that use it, then try again.' },
  } satisfies Record<CameraTrouble, { what: string; todo: string }>,
  otherChain: (chain: string) => `This code is for another network (chain ${chain}). Nothing of Sotto arrives there.`,
  flaws: {
    empty: 'There is nothing in this QR code.',
    link: 'This QR code is a link to a web page, not an address. Sotto does not open it.',
    ether: 'This QR code asks for ether, which Sotto does not send. Ask for an address alone.',
    token:
      'This QR code asks for a token by its contract, and Sotto cannot tell which one that is. Ask for an address alone.',
    contract: 'This QR code asks for a call of a contract, not for a payment.',
    name: 'This QR code names its payee by a name. Sotto pays addresses: ask for one that begins with 0x.',
    unknown: 'There is no address in this QR code.',
    several: 'One picture at a time, please.',
    not_a_picture: 'The browser cannot read this as a picture. PNG, JPEG and WebP are good.',
    picture_too_large: 'This picture is too large: it may have 20 MiB and 50 megapixels. Cut the code out of it.',
    several_codes: 'There are several QR codes in this picture. Cut out the one that is meant.',
    no_code: 'No QR code is found in this picture. Cut the code out, or take a sharper picture from nearer.',
  } satisfies Record<Exclude<CodeFlaw, 'other_chain'> | PictureFlaw, string>,
})
