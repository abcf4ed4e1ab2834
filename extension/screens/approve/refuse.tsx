import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { ask } from '../../background/ask.ts'
import type { Approval } from '../../sites/approvals/approval.ts'
import { approveWords } from '../../words/en/sites/approve.ts'

/** A no where there cannot be a yes yet: it needs no password and no gateway. */
export function Refuse({ approval }: { approval: Approval }) {
  const refuse = useAction(() => ask('approval.decide', { id: approval.id, allow: false }))
  return (
    <>
      <Button kind="quiet" wide busy={refuse.busy} onClick={refuse.run}>
        {approveWords.refuse}
      </Button>
      {refuse.failure !== undefined && <Refused failure={refuse.failure} />}
    </>
  )
}
