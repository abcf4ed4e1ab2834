import { Failed } from '#shared/client-failure.ts'

/** What a form says beside the field of this name. `said` continues the sentence that its label begins: "must be …". */
export function fieldFlaw(name: string, text: string): Failed {
  return new Failed({ code: 'validation_error', message: text, details: [{ path: name, message: text }] })
}
