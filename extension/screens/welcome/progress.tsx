import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { welcomeWords } from '../../words/en/session/welcome.ts'
import { marksOf, type Step } from './model.ts'

/** The steps of the set-up, and which of them is due. */
export function Progress({ now }: { now: Step }) {
  const words = welcomeWords
  return (
    <ol class="progress" aria-label={words.progress}>
      {marksOf(now).map(({ step, mark }) => (
        <li key={step} class={`progress-${mark}`} aria-current={mark === 'now' ? 'step' : undefined}>
          <span class="progress-mark">{mark === 'done' && <Icon name="check" />}</span>
          {words.steps[step]}
          {mark === 'done' && <span class="unseen">{words.stepDone}</span>}
        </li>
      ))}
    </ol>
  )
}
