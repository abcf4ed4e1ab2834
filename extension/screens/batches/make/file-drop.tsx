import { useRef, useState } from 'preact/hooks'
import { NotUtf8 } from '#shared/files/text-file.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { usePageDrop } from '../../../ui/notas/use-page-drop.ts'
import { batchesWords } from '../../../words/en/batches.ts'
import { type BatchFile, type BatchFileFlaw, readBatchFile } from './file.ts'
import '../../../ui/styles/nota.css'

type FileDropProps = { file: BatchFile | undefined; onFile: (file: BatchFile | undefined) => void }

/** Takes in one file, by drop (over the whole page) or picker. It does not leave the browser before it is checked. */
export function FileDrop({ file, onFile }: FileDropProps) {
  const words = batchesWords
  const input = useRef<HTMLInputElement>(null)
  const [flaw, setFlaw] = useState<BatchFileFlaw>()
  const take = async (files: readonly File[]) => {
    try {
      const read = await readBatchFile(files)
      setFlaw('flaw' in read ? read.flaw : undefined)
      onFile('file' in read ? read.file : undefined)
    } catch (error) {
      if (!(error instanceof NotUtf8)) throw error
      setFlaw('not_utf8')
      onFile(undefined)
    }
  }
  const over = usePageDrop(take)
  return (
    <>
      <div class={over ? 'nota-drop nota-drop-over' : 'nota-drop'}>
        <Icon name={over ? 'download' : file === undefined ? 'upload' : 'receipt'} />
        <p class="nota-drop-label" role="status">
          {over ? words.dropNow : file === undefined ? words.drop : <bdi>{file.name}</bdi>}
        </p>
        <p class="hint">{file === undefined ? words.format : words.kinds[file.kind]}</p>
        <Button icon="upload" onClick={() => input.current?.click()}>
          {file === undefined ? words.choose : words.another}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.xml,text/csv,text/xml,application/xml"
          hidden
          aria-label={words.choose}
          onChange={(event) => {
            void take(Array.from(event.currentTarget.files ?? []))
            // The same file may be chosen again, after it was mended.
            event.currentTarget.value = ''
          }}
        />
      </div>
      {flaw !== undefined && <Refused what={words.flaws[flaw]} />}
    </>
  )
}
