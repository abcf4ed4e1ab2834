import type { ComponentChildren } from 'preact'
import type { Failure } from '../../../client-failure.ts'
import { kitWords } from '../../words/kit.ts'
import { Button } from '../buttons/button.tsx'
import { Icon } from '../icons/icon.tsx'
import { sayFailure } from './failure-words.ts'

export type RefusedProps = {
  /** What happened, of which the catalogue has a sentence; or `what` and `todo` in the caller's own words. */
  failure?: Failure
  what?: ComponentChildren
  todo?: ComponentChildren
  /** Offers to try again. */
  onRetry?: (() => unknown) | undefined
  /** Another way out, in place of trying again. */
  action?: { text: string; onClick: () => unknown }
}

/** Says at once what went wrong, what to do about it, and offers to do it. */
export function Refused({ failure, what, todo, onRetry, action }: RefusedProps) {
  const words = failure === undefined ? undefined : sayFailure(failure)
  const advice = todo ?? words?.todo
  const offer = action ?? (onRetry && { text: kitWords.retry, onClick: onRetry })
  return (
    <div class="refused" role="alert">
      <Icon name="warning" />
      <div class="refused-text">
        <p class="refused-what" lang={what === undefined ? words?.lang : undefined}>
          {what ?? words?.what}
        </p>
        {advice !== undefined && <p>{advice}</p>}
        {offer && <Button onClick={offer.onClick}>{offer.text}</Button>}
      </div>
    </div>
  )
}
