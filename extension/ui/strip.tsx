import * as words from '../words/en.ts'

/** Says on every screen that this is no real money. */
export function Strip() {
  return (
    <aside class="strip" aria-label={words.frame.environment}>
      {words.app.network}
    </aside>
  )
}
