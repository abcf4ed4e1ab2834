import { Copy } from '../../kit/buttons/copy.tsx'
import { Dialog } from '../../kit/layout/dialog.tsx'
import { securityWords } from '../../words/security.ts'

/** The one time that recovery codes are seen. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const said = securityWords.totp
  return (
    <Dialog
      key="codes"
      title={said.codesTitle}
      action={said.done}
      cancel={null}
      extra={<Copy text={codes.join('\n')} label={said.copyCodes} />}
      onSubmit={() => {}}
      onClose={onClose}
    >
      <p>{said.codesAbout}</p>
      <ul class="secret codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}
