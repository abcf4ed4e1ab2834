import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../kit/buttons/button.tsx'
import { Copy } from '../kit/buttons/copy.tsx'
import { saveFile } from '../kit/buttons/save-file.ts'
import { Check } from '../kit/forms/check.tsx'
import { Dialog } from '../kit/layout/dialog.tsx'
import { securityWords } from '../words/security.ts'

export type ShownOnceProps = {
  title: string
  children: ComponentChildren
  /** What is copied. */
  text: string
  copy: string
  file: { name: string; text: string }
  onClose: () => void
}

/** A secret that is shown this one time: nothing closes it before it was copied, downloaded, or said to be kept. */
export function ShownOnce({ title, children, text, copy, file, onClose }: ShownOnceProps) {
  const words = securityWords.shownOnce
  const [kept, setKept] = useState(false)
  useEffect(() => {
    if (kept) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [kept])
  const download = () => {
    saveFile(file.name, file.text, 'text/plain')
    setKept(true)
  }
  return (
    <Dialog title={title} action={words.done} cancel={null} held={!kept} onSubmit={() => {}} onClose={onClose}>
      {children}
      <div class="buttons">
        <Copy text={text} label={copy} onCopied={() => setKept(true)} />
        <Button icon="download" onClick={download}>
          {words.download}
        </Button>
      </div>
      <Check label={words.kept} name="kept" title={words.notKept} required checked={kept} onChange={setKept} />
    </Dialog>
  )
}
