import { useRef } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { batchesWords } from '../../../words/en/batches/batches.ts'
import type { GivenFile } from './use-batch-file.ts'
import '../../../ui/styles/nota.css'

/** Shows the file that is given, and takes another one by a picker. */
export function FileDrop({ file, flaw, over, take }: GivenFile) {
  const words = batchesWords
  const input = useRef<HTMLInputElement>(null)
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
