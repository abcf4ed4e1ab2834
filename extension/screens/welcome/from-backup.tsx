import { useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useKeptFocus } from '#shared/ui/kit/layout/use-kept-focus.ts'
import { Lazy } from '../../ui/parts/lazy.tsx'
import { backupWords } from '../../words/en/settings/backup.ts'
import type { RestoreProps } from '../backup/restore.tsx'

/** The other way into a new browser: a backup of another one. */
export function FromBackup({ onDone }: RestoreProps) {
  const words = backupWords
  const [wanted, setWanted] = useState(false)
  const region = useKeptFocus()
  return (
    <section ref={region} aria-label={words.restore}>
      <div tabIndex={-1}>
        {wanted ? (
          <Lazy<RestoreProps> load={restore} props={{ onDone }} />
        ) : (
          <p class="soft">
            {words.restoreAbout}{' '}
            <Button kind="quiet" onClick={() => setWanted(true)}>
              {words.restore}
            </Button>
          </p>
        )}
      </div>
    </section>
  )
}

const restore = () => import('../backup/restore.tsx').then(({ Restore }) => Restore)
