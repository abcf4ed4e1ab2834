import { words } from '../words/en.ts'

/** The shape of what is on its way. */
export function Waiting({ lines = 3, label = words.kit.loading }: { lines?: number; label?: string }) {
  return (
    <div class="waiting" aria-busy="true">
      <p class="unseen">{label}</p>
      {Array.from({ length: lines }, (_, line) => (
        <div class="waiting-line" key={line} />
      ))}
    </div>
  )
}
