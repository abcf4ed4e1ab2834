import { useEffect, useState } from 'preact/hooks'
import { Amount, type AmountProps } from '#shared/ui/kit/values/amount.tsx'
import { peekWords } from '../../words/en/home.ts'

/** A reader presses without holding: so long it is told then. */
const TOLD_MS = 6_000

const holds = (key: string) => key === ' ' || key === 'Enter'

/** `of`: the ID of the words that say what amount it is, for a reader who comes to it by Tab. */
export type PrivateAmountProps = AmountProps & { of?: string }

/** An amount that is private: dots while `hidden`, and itself for as long as it is held down, by pointer or by key. */
export function PrivateAmount({ hidden = false, of, ...amount }: PrivateAmountProps) {
  const [shown, setShown] = useState<'no' | 'held' | 'told'>('no')
  useEffect(() => {
    if (shown !== 'told') return
    const timer = setTimeout(() => setShown('no'), TOLD_MS)
    return () => clearTimeout(timer)
  }, [shown])
  if (!hidden || amount.value === null) return <Amount {...amount} />

  const hold = () => setShown('held')
  const release = () => setShown((now) => (now === 'held' ? 'no' : now))
  return (
    <button
      type="button"
      class="peek"
      aria-describedby={of}
      title={peekWords.hold}
      onPointerDown={hold}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
      onBlur={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!holds(event.key)) return
        // A key that is held must not count as a click as well.
        event.preventDefault()
        hold()
      }}
      onKeyUp={(event) => holds(event.key) && release()}
      // Without pointer and key it is a reader's press.
      onClick={(event) => event.detail === 0 && setShown('told')}
    >
      <span aria-live="polite">
        <Amount {...amount} hidden={shown === 'no'} />
      </span>
      <span class="unseen"> {peekWords.show}</span>
    </button>
  )
}
