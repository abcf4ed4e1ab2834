import * as words from '../words/en.ts'

/** Says on every screen that this is no real money. */
export function Strip() {
  return <p class="strip">{words.app.network}</p>
}
