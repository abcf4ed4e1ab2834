import { Heading } from '../../ui/heading.tsx'
import type { ScreenProps } from '../../ui/screen.ts'
import * as words from '../../words/en.ts'

export function Security({ profile }: ScreenProps) {
  return (
    <>
      <Heading>{words.app.nav.security}</Heading>
      <p>{profile.origin}</p>
    </>
  )
}
