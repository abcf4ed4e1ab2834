import type { Surface } from '../../ui/screen.ts'
import * as words from '../../words/en.ts'

export function Welcome(_: { surface: Surface; hasVault: boolean }) {
  return (
    <main>
      <h1>{words.app.setUp}</h1>
    </main>
  )
}
