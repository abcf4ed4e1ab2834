import type { Ref } from 'preact'
import { approveWords } from '../../../words/en/sites/approve.ts'
import { useArming } from './use-arming.ts'

export type AnswersProps = {
  refuseRef: Ref<HTMLButtonElement>
  /** IDs of what is asked, for who hears the focused button only. */
  describedBy: string
  /** What Allow is called, where it does more than allow. */
  allow?: string
  /** Everything that an Allow needs is there. */
  ready: boolean
  /** What an Allow would do: of something else a press counts only after the time that it takes to see it. */
  about: string | undefined
  /** What has to be done before that. */
  hint: string | undefined
  busy: { yes: boolean; no: boolean }
  onRefuse: () => void
  onAllow: () => void
}

/** No and yes, always in view. Allow is not the kit's button: of its clicks only those count that a person meant. */
export function Answers({
  refuseRef,
  describedBy,
  allow = approveWords.allow,
  ready,
  about,
  hint,
  busy,
  onRefuse,
  onAllow,
}: AnswersProps) {
  const { active, arming } = useArming(ready, about)
  const words = approveWords
  const off = !active || busy.yes || busy.no
  return (
    <footer class="approve-answers">
      {hint !== undefined && (
        <p class="approve-hint" id="approve-hint">
          {hint}
        </p>
      )}
      <button
        ref={refuseRef}
        type="button"
        class="button"
        aria-describedby={describedBy}
        aria-busy={busy.no ? 'true' : undefined}
        onClick={(event) => arming.mayRefuse(event) && onRefuse()}
      >
        {words.refuse}
      </button>
      <button
        type="button"
        class="button button-main"
        aria-describedby={hint === undefined ? undefined : 'approve-hint'}
        aria-disabled={off ? 'true' : undefined}
        aria-busy={busy.yes ? 'true' : undefined}
        onClick={(event) => arming.mayAllow(event) && !off && onAllow()}
      >
        {allow}
      </button>
    </footer>
  )
}
