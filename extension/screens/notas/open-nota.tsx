import type { NotaVerification } from '#shared/model/nota.ts'
import { IconButton } from '#shared/ui/kit/buttons/icon-button.tsx'
import { useFirstFocus } from '#shared/ui/kit/forms/use-first-focus.ts'
import type { SavedNota } from '../../store/sealed/notas.ts'
import type { NotaFile } from '../../ui/notas/nota-file.ts'
import { VerdictDetails, VerdictTag } from '../../ui/notas/nota-verdict.tsx'
import { useVerified } from '../../ui/notas/use-verified.ts'
import { standingOf } from '../../ui/notas/verdict.ts'
import { Verified } from '../../ui/notas/verified.tsx'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { notasWords } from '../../words/en/notas/notas.ts'
import { NotaActions } from './actions.tsx'
import { Subject } from './subject.tsx'

export type OpenNotaProps = ScreenProps & {
  file: NotaFile
  saved: readonly SavedNota[]
  onSaved: () => Promise<void>
  onClose: () => void
}

/** One file, as the gateway reads it. */
export function OpenNota(props: OpenNotaProps) {
  const { file, profile, onClose } = props
  const verified = useVerified(profile.id, file.text)
  // It stands above the list that it may have been opened from.
  const heading = useFirstFocus<HTMLHeadingElement>()
  return (
    <section class="card open-nota" aria-labelledby="open-nota">
      <header class="open-nota-head">
        <h2 id="open-nota" ref={heading} tabIndex={-1}>
          <bdi>{file.name}</bdi>
        </h2>
        <IconButton icon="close" label={notasWords.close} onClick={onClose} />
      </header>
      <Verified of={verified}>{(verdict) => <Read {...props} verdict={verdict} />}</Verified>
    </section>
  )
}

function Read({ verdict, ...props }: OpenNotaProps & { verdict: NotaVerification }) {
  const standing = standingOf(verdict)
  return (
    <>
      <p class="open-nota-kind">
        {notasWords.kinds[verdict.type]} <VerdictTag verdict={verdict} />
      </p>
      <Subject {...props} verdict={verdict} />
      <NotaActions {...props} verdict={verdict} />
      <details open={standing !== 'valid'}>
        <summary class="summary">{notasWords.verdictDetails}</summary>
        <VerdictDetails verdict={verdict} />
      </details>
    </>
  )
}
