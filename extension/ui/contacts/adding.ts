import { dropDraft, keepDraft, readDraft } from '../../store/drafts.ts'
import { go } from '../routes/route.ts'

const place = (profileId: string) => `contact ${profileId}`

/** Goes to where a contact is added, with its address filled in; in a URL the browser would keep that in its history. */
export async function goAdd(profileId: string, address: string): Promise<void> {
  await keepDraft(place(profileId), address)
  go('contacts', { add: '' })
}

/** The address to begin with, once: a later form begins with none. */
export async function takeAdded(profileId: string): Promise<string> {
  const kept = await readDraft(place(profileId))
  await dropDraft(place(profileId))
  return typeof kept === 'string' ? kept : ''
}
