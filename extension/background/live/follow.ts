import * as z from 'zod/mini'
import { readEvents } from '#shared/event-stream.ts'
import { openProfile, profileIds, setProfileState } from '../../gateway/profiles.ts'
import { streamTransport } from '../../gateway/transport.ts'
import { item } from '../../store/item.ts'
import { markSeen } from '../arrivals/note.ts'
import { liveEvents } from './live-events.ts'
import { keepStream } from './stream.ts'
import { setLive, watched } from './surfaces.ts'
import { takeEvent } from './take.ts'

/** How far the stream of the gateway on screen was read. Ends with the lock, as what is shown does. */
const place = item('session', 'stream', z.nullable(z.strictObject({ profileId: z.string(), id: z.string() })), null)

let followed: { profileId: string; end: AbortController } | undefined
let turn: Promise<void> = Promise.resolve()

/** Opens the stream of a gateway while a page of the wallet shows it, and closes it after the last page. */
export function follow(): Promise<void> {
  turn = turn.then(change).catch(() => undefined)
  return turn
}

async function change(): Promise<void> {
  const profileId = await watched()
  if (profileId !== null) await markSeen(profileId)
  if (followed?.profileId === profileId) return
  followed?.end.abort()
  followed = undefined
  if (profileId === null) return
  const end = new AbortController()
  followed = { profileId, end }
  // Where another try changes nothing it is over: whatever changes next, as the key, is one more occasion.
  void keepStream(streamOf(profileId), end.signal).finally(() => {
    if (followed?.end === end) followed = undefined
  })
}

function streamOf(profileId: string): Parameters<typeof keepStream>[0] {
  return {
    async *open(heard, signal) {
      const left = await place.get()
      const lastEventId = left?.profileId === profileId ? { lastEventId: left.id } : {}
      // Opened anew each time: the person may have given another key meanwhile.
      const { profile, apiKey } = await openProfile(profileId, Date.now())
      const { origin } = profile
      yield* readEvents(liveEvents, { origin, apiKey, fetch: streamTransport(origin, heard), signal, ...lastEventId })
    },
    async take(event) {
      await takeEvent(profileId, event)
      await place.set({ profileId, id: event.id })
      // The gateway was removed while this was on its way: nothing of it must stay.
      if (!(await profileIds()).has(profileId)) await place.remove()
    },
    turn: (live) => setLive(profileId, live),
    async ended({ code }) {
      if (code === 'invalid_api_key') await setProfileState(profileId, 'rejected')
    },
  }
}
