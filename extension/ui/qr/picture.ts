import { codesIn } from './decode.ts'

export type PictureFlaw = 'several' | 'not_a_picture' | 'picture_too_large' | 'no_code' | 'several_codes'

/** More than a camera makes. A small file can hold a picture of any size, so both are limited. */
export const PICTURE_BYTES_MAX = 20 * 1_048_576
export const PICTURE_PIXELS_MAX = 50_000_000
/** A code of any size that people use can still be read. */
const SIDE = 1_600

/** Whether it claims to be a picture of pixels: one of shapes, SVG, can hold other things. */
export function isPicture({ type }: File): boolean {
  return type.startsWith('image/') && !type.startsWith('image/svg')
}

/** What the one QR code in one picture says. The picture stays in the page. */
export async function textIn(files: readonly File[]): Promise<{ text: string } | { flaw: PictureFlaw }> {
  const [file, ...others] = files
  if (others.length > 0) return { flaw: 'several' }
  if (file === undefined || !isPicture(file)) return { flaw: 'not_a_picture' }
  if (file.size > PICTURE_BYTES_MAX) return { flaw: 'picture_too_large' }
  const picture = await loaded(file).catch(() => undefined)
  if (picture === undefined) return { flaw: 'not_a_picture' }
  // Browsers know the size from its head; the pixels are unpacked when it is drawn.
  const { naturalWidth: width, naturalHeight: height } = picture
  if (width * height > PICTURE_PIXELS_MAX) return { flaw: 'picture_too_large' }
  const image = pixelsOf(picture, width, height)
  const [text, another] = image === undefined ? [] : await codesIn(image)
  if (another !== undefined) return { flaw: 'several_codes' }
  return text === undefined ? { flaw: 'no_code' } : { text }
}

/** By a `data:` address: the pages' policy knows no other for what comes from a person. */
function loaded(file: File): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = reject
    reader.onload = () => {
      const picture = new Image()
      picture.onerror = reject
      picture.onload = () => resolve(picture)
      picture.src = String(reader.result)
    }
    reader.readAsDataURL(file)
  })
}

/** At most so large that reading takes no second. Undefined where there is nothing to draw. */
export function pixelsOf(source: CanvasImageSource, width: number, height: number): ImageData | undefined {
  const scale = Math.min(1, SIDE / Math.max(width, height))
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)]
  if (across < 1 || down < 1) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = across
  canvas.height = down
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return undefined
  // What is see-through is white, as on paper.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, across, down)
  context.drawImage(source, 0, 0, across, down)
  return context.getImageData(0, 0, across, down)
}
