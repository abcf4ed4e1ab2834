import decodeQR, { type FinderPoints, type Image } from 'qr/decode.js'

type Detector = { detect: (image: ImageData) => Promise<{ rawValue: string }[]> }
type Detectors = { BarcodeDetector?: new (of: { formats: ['qr_code'] }) => Detector }

/** Milliseconds that one picture may take beyond the first look. */
const PATIENCE_MS = 800

/**
 * What the QR codes in this picture say, each text once. Two are told as two: which of them is meant, a person has to say.
 * The browser's own reader goes first, where it has one.
 */
export async function codesIn(image: ImageData): Promise<string[]> {
  const texts = new Set([...(await byBrowser(image)), ...byLibrary(image)])
  return [...texts]
}

async function byBrowser(image: ImageData): Promise<string[]> {
  const { BarcodeDetector } = globalThis as Detectors
  if (BarcodeDetector === undefined) return []
  try {
    const found = await new BarcodeDetector({ formats: ['qr_code'] }).detect(image)
    return found.map(({ rawValue }) => rawValue)
  } catch {
    // It is there by name alone on some systems.
    return []
  }
}

/** The library finds one code at a time: each is covered, and the rest looked through again. */
function byLibrary(image: ImageData): string[] {
  const { width, height } = image
  const data = image.data.slice()
  const found = new Set<string>()
  for (let looks = 0; looks < LOOKS && found.size < 2; looks++) {
    const code = oneIn({ width, height, data })
    if (code === undefined) break
    found.add(code.text)
    cover({ width, height, data }, code.points)
  }
  return [...found]
}

/** For a second code among some that say the same: that there is one is all that has to be known. */
const LOOKS = 6

type Found = { text: string; points: FinderPoints }

function oneIn(image: Image): Found | undefined {
  let points: FinderPoints | undefined
  const pointsOnDetect = (found: FinderPoints) => {
    points = found
  }
  try {
    const text = decodeQR(image, { timeLimit: PATIENCE_MS, pointsOnDetect })
    return points && { text, points }
  } catch {
    return undefined
  }
}

/** White over a code, or it would be found again. */
function cover({ width, height, data }: Image, { outline }: FinderPoints): void {
  const range = (values: number[], end: number) =>
    [Math.max(0, Math.floor(Math.min(...values))), Math.min(end, Math.ceil(Math.max(...values)))] as const
  const [left, right] = range(
    outline.map(({ x }) => x),
    width,
  )
  const [top, bottom] = range(
    outline.map(({ y }) => y),
    height,
  )
  for (let y = top; y < bottom; y++) data.fill(255, (y * width + left) * 4, (y * width + right) * 4)
}
