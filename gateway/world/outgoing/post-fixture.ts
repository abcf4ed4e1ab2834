import type { Reach } from './addresses.ts'
import { createPost } from './post.ts'
import type { Resolve } from './resolve-name.ts'

const MAX_BYTES = 4_096
/** For what hangs: on a busy machine an answer of this one may take seconds. */
const PATIENT_MS = 60_000

export const message = { headers: { 'content-type': 'application/json' }, body: '{"type":"webhook.test"}' }

type Options = { reach?: Reach; resolve?: Resolve | undefined; timeoutMs?: number }

/** Posts a message to an address, as a webhook's delivery does. */
export const post = (url: string, { reach = 'public', resolve, timeoutMs = PATIENT_MS }: Options = {}) =>
  createPost({ timeoutMs, maxBytes: MAX_BYTES, reach }, resolve)(url, message)

export const refused = { is: 'unanswered', flaw: 'forbidden_address' }
