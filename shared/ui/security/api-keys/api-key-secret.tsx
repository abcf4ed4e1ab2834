import type { ApiKey } from '../../../model/sign-in.ts'
import { Copy } from '../../kit/buttons/copy.tsx'
import { Dialog } from '../../kit/layout/dialog.tsx'
import { securityWords } from '../../words/security.ts'

export type MadeKey = { apiKey: ApiKey; secret: string }

/** The one time that a key is seen. */
export function ApiKeySecret({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const said = securityWords.newKey
  return (
    <Dialog
      key="secret"
      title={said.doneTitle}
      action={said.done}
      cancel={null}
      extra={<Copy text={made.secret} label={said.copy} />}
      onSubmit={() => {}}
      onClose={onClose}
    >
      <p>{said.doneAbout(made.apiKey.label)}</p>
      <p class="secret">{made.secret}</p>
    </Dialog>
  )
}
