import { useEffect, useMemo, useState } from 'preact/hooks'
import { ask } from '../../background/ask.ts'
import type { CardName } from '../../store/sealed/notas.ts'
import { useContacts } from '../contacts/use-contacts.ts'

const none: CardName[] = []

/**
 * Names of others: those of contacts, then those on the address cards that are kept here. Without them an address stands for
 * itself.
 */
export function useCardNames(profileId: string): CardName[] {
  const [names, setNames] = useState(none)
  const contacts = useContacts(profileId)
  useEffect(() => {
    ask('nota.names', { profileId }).then(setNames, () => undefined)
  }, [profileId])
  return useMemo(() => [...contacts, ...names], [contacts, names])
}
