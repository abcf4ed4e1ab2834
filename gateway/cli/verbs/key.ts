import { type Command, InvalidArgumentError } from 'commander'
import { IDEMPOTENCY_KEY_MAX } from '#shared/limits.ts'
import { newId } from '../../world/new-id.ts'
import { tell } from '../print.ts'

export type Key = { key: string; isNew: boolean }

export function withKey(command: Command): Command {
  return command.option(
    '--idempotency-key <key>',
    'of a call that is repeated; else a new one is made, and told before anything is sent',
    keyIn,
  )
}

/** Told before anything is sent: whatever ends this process, the call can be repeated with it. */
export function keyFor(given: string | undefined): Key {
  const key = given ?? newId()
  tell(`Idempotency-Key: ${key}\n`)
  return { key, isNew: given === undefined }
}

function keyIn(text: string): string {
  if (text.length <= IDEMPOTENCY_KEY_MAX && /^[\x20-\x7e]+$/.test(text) && text.trim() !== '') return text
  throw new InvalidArgumentError(`It must have 1 to ${IDEMPOTENCY_KEY_MAX} printable ASCII characters.`)
}
