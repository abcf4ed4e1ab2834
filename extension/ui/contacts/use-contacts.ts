import { useEffect } from 'preact/hooks'
import { useItem } from '../hooks/use-item.ts'
import type { SeenContact } from './contact.ts'
import { freshenContacts, keptContacts } from './kept-contacts.ts'

const none: SeenContact[] = []

/** The contacts that are known by now, followed as they change. */
export function useContacts(profileId: string): readonly SeenContact[] {
  const kept = useItem(keptContacts(profileId))
  useEffect(() => void freshenContacts(profileId), [profileId])
  return kept?.list ?? none
}
