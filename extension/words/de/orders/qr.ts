import type { Catalogue } from '../../catalogue.ts'

export const qrWords = {
  picture: 'Bild eines QR-Codes',
  camera: 'QR-Code scannen',
  inTab: 'QR-Code in einem Tab scannen',
  card: 'Karte aus einem QR-Code',
  read: 'Der QR-Code ist gelesen. Vergleichen Sie, was darin steht.',
  cameraTitle: 'Halten Sie den QR-Code vor die Kamera',
  stop: 'Anhalten',
  cameraTroubles: {
    denied: {
      what: 'Der Browser lässt Sotto die Kamera nicht verwenden.',
      todo: 'Erlauben Sie es in den Einstellungen Ihres Browsers, oder fotografieren Sie den Code und legen Sie das Bild hier ab.',
    },
    none: { what: 'Es gibt keine Kamera.', todo: 'Legen Sie hier ein Bild des Codes ab.' },
    busy: {
      what: 'Die Kamera kann nicht verwendet werden.',
      todo: 'Schließen Sie andere Programme, die sie verwenden, und versuchen Sie es noch einmal.',
    },
  },
  otherChain: (chain) => `Dieser Code ist für ein anderes Netzwerk (Chain ${chain}). Dort kommt von Sotto nichts an.`,
  flaws: {
    empty: 'Dieser QR-Code ist leer.',
    link: 'Dieser QR-Code ist ein Link zu einer Webseite, keine Adresse. Sotto öffnet ihn nicht.',
    ether: 'Dieser QR-Code verlangt Ether; Ether sendet Sotto nicht. Bitten Sie nur um eine Adresse.',
    token:
      'Dieser QR-Code nennt einen Token nur durch seinen Vertrag, und Sotto weiß nicht, welcher das ist. Bitten Sie nur um eine Adresse.',
    contract: 'Dieser QR-Code verlangt den Aufruf eines Vertrags, keine Zahlung.',
    name: 'Dieser QR-Code nennt den Empfänger mit einem Namen. Sotto zahlt an Adressen: Bitten Sie um eine, die mit 0x beginnt.',
    unknown: 'In diesem QR-Code steht keine Adresse.',
    several: 'Bitte nur ein Bild auf einmal.',
    not_a_picture: 'Der Browser kann das nicht als Bild lesen. Geeignet sind PNG, JPEG und WebP.',
    picture_too_large: 'Dieses Bild ist zu groß: Erlaubt sind 20 MiB und 50 Megapixel. Schneiden Sie den Code heraus.',
    several_codes: 'In diesem Bild sind mehrere QR-Codes. Schneiden Sie den aus, der gemeint ist.',
    no_code:
      'In diesem Bild ist kein QR-Code zu finden. Schneiden Sie ihn aus oder machen Sie ein schärferes Bild aus der Nähe.',
  },
} satisfies Catalogue['qrWords']
