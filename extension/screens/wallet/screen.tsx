import { Heading } from '../../ui/heading.tsx'
import type { ScreenProps } from '../../ui/screen.ts'
import * as words from '../../words/en.ts'

export function WalletScreen({ profile }: ScreenProps) {
  return (
    <>
      <Heading>{words.app.nav.wallets}</Heading>
      <p>{profile.origin}</p>
    </>
  )
}
