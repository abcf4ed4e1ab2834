import { Heading } from '../../ui/heading.tsx'
import type { ScreenProps } from '../../ui/screen.ts'
import * as words from '../../words/en.ts'

export function SettingsScreen({ profile }: ScreenProps) {
  return (
    <>
      <Heading>{words.app.nav.settings}</Heading>
      <p>{profile.origin}</p>
    </>
  )
}
