import type { ApiKey } from '../../../model/sign-in.ts'
import { securityWords } from '../../words/security.ts'
import { ShownOnce } from '../shown-once.tsx'

export type MadeKey = { apiKey: ApiKey; secret: string }

/** The one time that a key is seen. */
export function ApiKeySecret({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const words = securityWords.newKey
  return (
    <ShownOnce
      key="secret"
      title={words.doneTitle}
      text={made.secret}
      copy={words.copy}
      file={{ name: 'sotto-api-key.txt', text: `${made.secret}\n` }}
      onClose={onClose}
    >
      <p>{words.doneAbout(made.apiKey.label)}</p>
      <p class="secret">{made.secret}</p>
    </ShownOnce>
  )
}
