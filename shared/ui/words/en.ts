import { failures, waitWords } from './failures.ts'
import { kit } from './kit.ts'
import { security } from './security.ts'

/** Every text of kit/ and security/, in English. */
export const words = { kit, security, failures, wait: waitWords } as const
