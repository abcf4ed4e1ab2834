import { useEffect, useRef } from 'preact/hooks'
import type { Order } from '../../intents/intent.ts'

/**
 * Whether the review of `made` is to be shown. It ends when its payment differs from the reviewed one. What is shown
 * next is a form, so that nothing can be confirmed unread. `made` is undefined where it is not known yet.
 */
export function useHeldReview(reviewing: boolean, made: Order | null | undefined, end: () => void): boolean {
  const held = useRef<Held>(undefined)
  const step = holdOrder(held.current, reviewing, made)
  held.current = step.held
  useEffect(() => {
    if (step.is === 'over') end()
  }, [step.is])
  return step.is === 'review'
}

/** The order of a review, as it was when the review began. */
export type Held = { order: string } | undefined

/**
 * What a review holds, and whether it may be shown. It began with an order, and ends when the form comes to another: its
 * wallet went, its card does not hold, its contact has another address. `made` is null where the form comes to none,
 * undefined where that is not known yet.
 */
export function holdOrder(
  held: Held,
  reviewing: boolean,
  made: Order | null | undefined,
): { held: Held; is: 'form' | 'waiting' | 'review' | 'over' } {
  if (!reviewing) return { held: undefined, is: 'form' }
  if (made === undefined) return { held, is: 'waiting' }
  const order = made && JSON.stringify(made)
  if (order === null || (held !== undefined && held.order !== order)) return { held, is: 'over' }
  return { held: { order }, is: 'review' }
}
