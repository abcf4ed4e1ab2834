import { securityWords } from '../../words/security.ts'
import { ShownOnce } from '../shown-once.tsx'

export type RecoveryCodesProps = { email: string; codes: string[]; onClose: () => void }

/** The one time that recovery codes are seen. */
export function RecoveryCodes({ email, codes, onClose }: RecoveryCodesProps) {
  const words = securityWords.totp
  const text = codes.join('\n')
  return (
    <ShownOnce
      key="codes"
      title={words.codesTitle}
      text={text}
      copy={words.copyCodes}
      file={{ name: 'sotto-recovery-codes.txt', text: `${words.codesFile(email)}\n\n${text}\n` }}
      onClose={onClose}
    >
      <p>{words.codesAbout}</p>
      <ul class="secret codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </ShownOnce>
  )
}
