import { announce } from '#shared/ui/kit/states/announcements.ts'
import { keepDraft } from '../../store/drafts.ts'
import { go } from '../routes/route.ts'
import { usePageDrop } from './use-page-drop.ts'

/** A file that no screen takes in is shown by the one for files, and never in place of the dashboard. */
export function DropAnywhere({ profileId }: { profileId: string }) {
  usePageDrop(async (files) => {
    const { readNotaFile } = await import('./nota-file.ts')
    const read = await readNotaFile(files)
    if ('flaw' in read) {
      const { notaDropWords } = await import('../../words/en/notas/nota-drop.ts')
      return announce(notaDropWords.flaws[read.flaw])
    }
    await keepDraft(`notas ${profileId}`, { file: read.nota })
    go('notas')
  }, true)
  return null
}
