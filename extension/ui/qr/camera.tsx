import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { qrWords } from '../../words/en/orders/qr.ts'
import { codesIn } from './decode.ts'
import { pixelsOf } from './picture.ts'
import './qr.css'

export type CameraTrouble = 'denied' | 'none' | 'busy'

/** What `getUserMedia` throws, by its name (Media Capture and Streams, section 10.2). */
const troubles: Record<string, CameraTrouble> = { NotAllowedError: 'denied', NotFoundError: 'none' }

export type CameraProps = { onText: (text: string) => void; onClose: () => void }

/** Looks for a QR code through the camera. It is on for as long as this is shown. */
export function Camera({ onText, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [trouble, setTrouble] = useState<CameraTrouble>()
  useEffect(() => {
    const shown = new AbortController()
    const refused = (error: unknown) => setTrouble(troubles[error instanceof Error ? error.name : ''] ?? 'busy')
    void watch(video.current, shown.signal).then((text) => text !== undefined && onText(text), refused)
    return () => shown.abort()
  }, [])
  return (
    <Dialog title={qrWords.cameraTitle} action={qrWords.stop} cancel={null} onSubmit={() => true} onClose={onClose}>
      {trouble === undefined ? (
        <video ref={video} class="qr-camera" muted playsInline aria-label={qrWords.cameraTitle} />
      ) : (
        <Refused what={qrWords.cameraTroubles[trouble].what} todo={qrWords.cameraTroubles[trouble].todo} />
      )}
    </Dialog>
  )
}

/** What the first code says that the camera sees; undefined where it is closed before. */
async function watch(video: HTMLVideoElement | null, signal: AbortSignal): Promise<string | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const end = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  signal.addEventListener('abort', end)
  try {
    if (video === null || signal.aborted) return undefined
    video.srcObject = stream
    await video.play()
    while (!signal.aborted) {
      const image = pixelsOf(video, video.videoWidth, video.videoHeight)
      const [text, another] = image === undefined ? [] : await codesIn(image)
      // Two at once: it goes on looking until one is held in view.
      if (text !== undefined && another === undefined && !signal.aborted) return text
      await new Promise((resolve) => setTimeout(resolve, LOOKS_MS))
    }
    return undefined
  } finally {
    end()
  }
}

/** Between two looks: a hand is not faster. */
const LOOKS_MS = 150
