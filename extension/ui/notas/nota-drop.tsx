import { useRef, useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { notaDropWords } from '../../words/en/notas/nota-drop.ts'
import { goInTab } from '../frame/open-tab.ts'
import type { RouteName } from '../routes/route.ts'
import type { Surface } from '../routes/screen.ts'
import { type NotaFile, type NotaFlaw, pasted, readNotaFile } from './nota-file.ts'
import { usePageDrop } from './use-page-drop.ts'
import '../styles/nota.css'

export type NotaDropProps = {
  surface: Surface
  /** Where a file can be chosen: in a popup the file dialog would close it. */
  route: RouteName
  params?: Record<string, string>
  label: string
  onNota: (nota: NotaFile) => void
}

/** Takes in one nota by drop (over the whole page), paste or picker, without changing or reading a byte of it. */
export function NotaDrop({ surface, route, params = {}, label, onNota }: NotaDropProps) {
  const [flaw, setFlaw] = useState<NotaFlaw>()
  const take = async (files: readonly File[]) => {
    const read = await readNotaFile(files)
    setFlaw('flaw' in read ? read.flaw : undefined)
    if ('nota' in read) onNota(read.nota)
  }
  const paste = (text: string) => {
    const read = pasted(text)
    setFlaw('flaw' in read ? read.flaw : undefined)
    if ('text' in read) onNota({ name: notaDropWords.pasted, text: read.text })
  }
  const over = usePageDrop(take)
  return (
    <div class={over ? 'nota-drop nota-drop-over' : 'nota-drop'}>
      <Icon name={over ? 'download' : 'upload'} />
      <p class="nota-drop-label">
        {over ? notaDropWords.dropNow : surface === 'popup' ? notaDropWords.inPopup : label}
      </p>
      <div class="buttons">
        {surface === 'popup' ? (
          <Button icon="external" onClick={() => goInTab(surface, route, params)}>
            {notaDropWords.chooseInTab}
          </Button>
        ) : (
          <FileButton onFiles={take} />
        )}
      </div>
      <PasteBox onFiles={take} onText={paste} />
      {flaw !== undefined && (
        <p class="field-error" role="alert">
          <Icon name="warning" />
          <span>{notaDropWords.flaws[flaw]}</span>
        </p>
      )}
    </div>
  )
}

function FileButton({ onFiles }: { onFiles: (files: File[]) => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon="upload" onClick={() => input.current?.click()}>
        {notaDropWords.choose}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".nota"
        hidden
        aria-label={notaDropWords.choose}
        onChange={(event) => {
          const { files } = event.currentTarget
          void onFiles(Array.from(files ?? []))
          // The same file may be chosen again, after it was mended.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

/** A box to paste into: a text field would change line ends, so what is pasted is taken before it gets there. */
function PasteBox({ onFiles, onText }: { onFiles: (files: File[]) => Promise<void>; onText: (text: string) => void }) {
  return (
    <input
      class="nota-paste input input-mono"
      type="text"
      placeholder={notaDropWords.pasteHere}
      aria-label={notaDropWords.pasteHere}
      autocomplete="off"
      spellcheck={false}
      value=""
      onPaste={(event) => {
        event.preventDefault()
        const files = Array.from(event.clipboardData?.files ?? [])
        if (files.length > 0) void onFiles(files)
        else onText(event.clipboardData?.getData('text/plain') ?? '')
      }}
      // A nota is never typed: typing here is a mistake.
      onInput={(event) => {
        event.currentTarget.value = ''
      }}
    />
  )
}
