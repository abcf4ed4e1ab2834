import type { Passkey } from '../../../model/sign-in.ts'
import { Button } from '../../kit/buttons/button.tsx'
import { Row } from '../../kit/layout/rows.tsx'
import { atTime, onDay } from '../../kit/values/ago.ts'
import { securityWords } from '../../words/security.ts'

export type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void }

export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const said = securityWords.passkeys
  const { name, backedUp, createdAt, lastUsedAt } = passkey
  const used = lastUsedAt === null ? said.never : said.used(atTime(lastUsedAt))
  return (
    <Row
      icon="passkey"
      title={name}
      meta={[backedUp ? said.synced : said.single, said.since(onDay(createdAt), used)]}
      actions={
        <>
          <Button kind="quiet" label={said.renameOf(name)} onClick={onRename}>
            {said.rename}
          </Button>
          <Button kind="quiet-danger" label={said.removeOf(name)} onClick={onRemove}>
            {said.remove}
          </Button>
        </>
      }
    />
  )
}
