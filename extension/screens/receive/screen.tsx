import { Heading } from '../../ui/heading.tsx'
import type { ScreenProps } from '../../ui/screen.ts'
import * as words from '../../words/en.ts'

export function Receive({ profile }: ScreenProps) {
  return (
    <>
      <Heading>{words.app.nav.receive}</Heading>
      <p>{profile.origin}</p>
    </>
  )
}
