import type { Passkey } from '../../../model/sign-in.ts'
import { Button } from '../../kit/buttons/button.tsx'
import { Row } from '../../kit/layout/rows.tsx'
import { atTime, onDay } from '../../kit/values/ago.ts'
import { securityWords } from '../../words/security.ts'

export type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void }

export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const words = securityWords.passkeys
  const { name, backedUp, createdAt, lastUsedAt } = passkey
  const used = lastUsedAt === null ? words.never : words.used(atTime(lastUsedAt))
  return (
    <Row
      icon="passkey"
      title={name}
      meta={[backedUp ? words.synced : words.single, words.since(onDay(createdAt), used)]}
      actions={
        <>
          <Button kind="quiet" label={words.renameOf(name)} onClick={onRename}>
            {words.rename}
          </Button>
          <Button kind="quiet-danger" label={words.removeOf(name)} onClick={onRemove}>
            {words.remove}
          </Button>
        </>
      }
    />
  )
}
