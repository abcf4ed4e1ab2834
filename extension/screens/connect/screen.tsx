import { Heading } from '../../ui/heading.tsx'
import type { ScreenProps } from '../../ui/screen.ts'
import * as words from '../../words/en.ts'

export function ConnectAnother({ profile }: ScreenProps) {
  return (
    <>
      <Heading>{words.app.nav.settings}</Heading>
      <p>{profile.origin}</p>
    </>
  )
}
