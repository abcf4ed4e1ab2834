import { appWords, frameWords } from '../../words/en/app.ts'

/** Says on every screen that this is no real money. */
export function Strip() {
  return (
    <aside class="strip" aria-label={frameWords.environment}>
      {appWords.network}
    </aside>
  )
}
