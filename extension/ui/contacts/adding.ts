import { dropDraft, keepDraft, readDraft } from '../../store/drafts.ts'
import { go } from '../routes/route.ts'

/** In the URL of a form that begins with a kept address. */
const FILLED_IN = 'filled'

const place = (profileId: string) => `contact ${profileId}`

/** Goes to where a contact is added, with its address filled in; in a URL the browser would keep that in its history. */
export async function goAdd(profileId: string, address: string): Promise<void> {
  await keepDraft(place(profileId), address)
  go('contacts', { add: FILLED_IN })
}

/** The address to begin with, also in a popup that was closed meanwhile; none in a form that was opened by itself. */
export async function readAdded(profileId: string, add: string | null): Promise<string> {
  if (add !== FILLED_IN) return ''
  const kept = await readDraft(place(profileId))
  return typeof kept === 'string' ? kept : ''
}

/** A later form begins with none. */
export const dropAdded = (profileId: string) => dropDraft(place(profileId))
