import { kitWords } from '../../words/kit.ts'

/** The shape of what is on its way. */
export function Waiting({ lines = 3, label = kitWords.loading }: { lines?: number; label?: string }) {
  return (
    <div class="waiting" aria-busy="true">
      <p class="unseen">{label}</p>
      {Array.from({ length: lines }, (_, line) => (
        <div class="waiting-line" key={line} />
      ))}
    </div>
  )
}
