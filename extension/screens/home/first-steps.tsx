import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import { homeWords } from '../../words/en/home.ts'
import type { FirstStep } from './model.ts'
import './first-steps.css'

/** What to try first with a new wallet, and what of it is done. */
export function FirstSteps({ walletId, steps }: { walletId: string; steps: readonly FirstStep[] }) {
  const words = homeWords.first
  const next = steps.find(({ done }) => !done)
  return (
    <Section title={words.title}>
      <ol class="first-steps">
        {steps.map(({ verb, done }, at) => (
          <li key={verb} class={done ? 'first-step first-step-done' : 'first-step'}>
            <span class="first-step-mark" aria-hidden="true">
              {done ? <Icon name="check" /> : at + 1}
            </span>
            <div>
              {verb === next?.verb ? (
                <a href={routeHash(verb, { wallet: walletId })}>{words.steps[verb].title}</a>
              ) : (
                <span>{words.steps[verb].title}</span>
              )}
              {done && <span class="first-step-text"> {words.done}</span>}
              {verb === next?.verb && <p class="hint">{words.steps[verb].about}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
