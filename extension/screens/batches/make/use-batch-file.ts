import { useState } from 'preact/hooks'
import { NotUtf8 } from '#shared/files/text-file.ts'
import { answersInOrder } from '../../../ui/hooks/in-order.ts'
import { useOnce } from '../../../ui/hooks/use-once.ts'
import { usePageDrop } from '../../../ui/notas/use-page-drop.ts'
import { type BatchFile, type BatchFileFlaw, readBatchFile } from './file.ts'

export type GivenFile = {
  file: BatchFile | undefined
  /** Why the newest one was not taken. */
  flaw: BatchFileFlaw | undefined
  /** Something is held over the page. */
  over: boolean
  take: (files: readonly File[]) => Promise<void>
}

/** One file of payments, chosen or dropped anywhere on the page. It does not leave the browser before it is checked. */
export function useBatchFile(): GivenFile {
  const [given, setGiven] = useState<Pick<GivenFile, 'file' | 'flaw'>>({ file: undefined, flaw: undefined })
  const inOrder = useOnce(answersInOrder)
  const take = async (files: readonly File[]) => {
    // A large file that is read for longer does not take the place of one that was chosen after it.
    const isNewest = inOrder()
    const read = await readBatchFile(files).catch((error: unknown) => {
      if (!(error instanceof NotUtf8)) throw error
      return { flaw: 'not_utf8' as const }
    })
    if (isNewest())
      setGiven('file' in read ? { file: read.file, flaw: undefined } : { file: undefined, flaw: read.flaw })
  }
  return { ...given, over: usePageDrop(take), take }
}
