import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { plainLine } from '../../plain-text.ts'
import { qrWords } from '../../words/en/orders/qr.ts'
import { goInTab } from '../frame/open-tab.ts'
import { Lazy } from '../parts/lazy.tsx'
import { needed } from '../parts/needed.ts'
import type { RouteName } from '../routes/route.ts'
import type { Surface } from '../routes/screen.ts'
import type { CameraProps } from './camera.tsx'
import { type CodeFlaw, meantBy } from './meant.ts'
import type { PictureFlaw } from './picture.ts'

export type CodeRead = { address: string } | { nota: string } | { page: string }

export type QrReaderProps = {
  surface: Surface
  /** Where a picture can be chosen and the camera used: a popup closes at both. */
  route: RouteName
  params?: Record<string, string>
  /** What fell on the page. */
  dropped?: readonly File[] | undefined
  onRead: (read: CodeRead) => void
}

type Flaw = { flaw: CodeFlaw | PictureFlaw; chain?: string }

/** Takes in what a QR code says: from a picture that is chosen, pasted or (by the screen) dropped, or through the camera. */
export function QrReader({ surface, route, params = {}, dropped, onRead }: QrReaderProps) {
  const [flaw, setFlaw] = useState<Flaw>()
  const [looking, setLooking] = useState(false)
  const take = (text: string) => {
    const meant = meantBy(text)
    setFlaw('flaw' in meant ? meant : undefined)
    if ('flaw' in meant) return
    announce(qrWords.read)
    onRead(meant)
  }
  const reading = useRef(0)
  // Only the newest picture counts, and none once this is gone.
  useEffect(() => () => void reading.current++, [])
  const takePicture = async (files: readonly File[]) => {
    const turn = ++reading.current
    const read = await readPicture(files)
    if (turn !== reading.current) return
    if ('text' in read) take(read.text)
    else setFlaw(read)
  }
  usePastedPicture(takePicture)
  useEffect(() => {
    if (dropped !== undefined) void takePicture(dropped)
  }, [dropped])
  return (
    <div class="stack">
      <div class="buttons">
        {surface === 'popup' ? null : <PictureButton onFiles={takePicture} />}
        {surface === 'tab' ? (
          <CameraButton onPress={() => setLooking(true)} />
        ) : (
          <Button kind="quiet" icon="external" onClick={() => goInTab(surface, route, params)}>
            {qrWords.inTab}
          </Button>
        )}
      </div>
      {flaw !== undefined && (
        <p class="field-error" role="alert">
          <Icon name="warning" />
          <span>{saidOf(flaw)}</span>
        </p>
      )}
      {looking && (
        <Lazy<CameraProps>
          load={camera}
          props={{
            onText: (text) => {
              setLooking(false)
              take(text)
            },
            onClose: () => setLooking(false),
          }}
        />
      )}
    </div>
  )
}

const camera = () => import('./camera.tsx').then(({ Camera }) => Camera)

const saidOf = ({ flaw, chain }: Flaw) =>
  flaw === 'other_chain' ? qrWords.otherChain(plainLine(chain ?? '', 20)) : qrWords.flaws[flaw]

/** Whether there is a picture among them, be it one that can be read or not. */
export function hasPicture(files: readonly File[]): boolean {
  return files.some(({ type }) => type.startsWith('image/'))
}

/** The reader's code comes with the first picture. */
async function readPicture(files: readonly File[]) {
  const { textIn } = await needed(import('./picture.ts'))
  return textIn(files)
}

/** A picture that is pasted anywhere on the page; text goes where it always goes. */
function usePastedPicture(onFiles: (files: readonly File[]) => Promise<void>): void {
  const newest = useRef(onFiles)
  newest.current = onFiles
  useEffect(() => {
    const pasted = (event: ClipboardEvent) => {
      const files = Array.from(event.clipboardData?.files ?? [])
      if (!hasPicture(files)) return
      event.preventDefault()
      void newest.current(files)
    }
    addEventListener('paste', pasted)
    return () => removeEventListener('paste', pasted)
  }, [])
}

function PictureButton({ onFiles }: { onFiles: (files: readonly File[]) => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button kind="quiet" icon="upload" onClick={() => input.current?.click()}>
        {qrWords.picture}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={qrWords.picture}
        onChange={(event) => {
          void onFiles(Array.from(event.currentTarget.files ?? []))
          // The same picture may be chosen again, after it was mended.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

/** Only where the machine has a camera. */
function CameraButton({ onPress }: { onPress: () => void }) {
  const devices = useLoad(async () => (await navigator.mediaDevices?.enumerateDevices()) ?? [], [])
  if (devices.is !== 'ready' || !devices.value.some(({ kind }) => kind === 'videoinput')) return null
  return (
    <Button kind="quiet" icon="device" onClick={onPress}>
      {qrWords.camera}
    </Button>
  )
}
