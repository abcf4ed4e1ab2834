import { useEffect, useState } from 'preact/hooks'
import { ask } from '../../background/ask.ts'
import type { CardName } from '../../store/sealed/notas.ts'

const none: CardName[] = []

/** Names of others by the address cards that are kept here. Without them an address stands for itself. */
export function useCardNames(profileId: string): CardName[] {
  const [names, setNames] = useState(none)
  useEffect(() => {
    ask('nota.names', { profileId }).then(setNames, () => undefined)
  }, [profileId])
  return names
}
