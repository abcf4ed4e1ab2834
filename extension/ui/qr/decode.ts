import decodeQR from 'qr/decode.js'

type Detector = { detect: (image: ImageData) => Promise<{ rawValue: string }[]> }
type Detectors = { BarcodeDetector?: new (of: { formats: ['qr_code'] }) => Detector }

/** Milliseconds that one picture may take beyond the first look. */
const PATIENCE_MS = 800

/** What a QR code in this picture says; undefined where none is found. The browser's own reader goes first, where it has one. */
export async function codeIn(image: ImageData): Promise<string | undefined> {
  return (await byBrowser(image)) ?? byLibrary(image)
}

async function byBrowser(image: ImageData): Promise<string | undefined> {
  const { BarcodeDetector } = globalThis as Detectors
  if (BarcodeDetector === undefined) return undefined
  try {
    const [found] = await new BarcodeDetector({ formats: ['qr_code'] }).detect(image)
    return found?.rawValue
  } catch {
    // It is there by name alone on some systems.
    return undefined
  }
}

function byLibrary({ width, height, data }: ImageData): string | undefined {
  try {
    return decodeQR({ width, height, data }, { timeLimit: PATIENCE_MS })
  } catch {
    return undefined
  }
}
