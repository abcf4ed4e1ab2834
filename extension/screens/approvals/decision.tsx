import { useState } from 'preact/hooks'
import type { Approval } from '#shared/model/approval.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { useAgain } from '#shared/ui/security/sign-in/again-context.ts'
import { goInTab } from '../../ui/frame/open-tab.ts'
import { go } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { WithSession } from '../../ui/routes/with-session.tsx'
import type { HeldSession } from '../../ui/session/session.ts'
import { approvalsWords } from '../../words/en/approvals/approvals.ts'
import type { Approved } from './approve-payment.ts'

type DecisionProps = Pick<ScreenProps, 'surface' | 'profile'> & {
  approval: Approval
}

/** Approve or reject: by a person who signs in, which takes a page that stays. */
export function Decision({ surface, profile, approval }: DecisionProps) {
  const said = approvalsWords
  if (surface !== 'tab') {
    const { id } = approval.transaction
    return (
      <>
        <p class="soft">{said.inTab}</p>
        <div class="buttons buttons-foot">
          <Button kind="main" icon="external" onClick={() => goInTab(surface, 'approvals', { id })}>
            {said.decideInTab}
          </Button>
        </div>
      </>
    )
  }
  return (
    <WithSession profile={profile} unfocused>
      {(session) => <Buttons session={session} approval={approval} />}
    </WithSession>
  )
}

type ButtonsProps = Pick<DecisionProps, 'approval'> & { session: HeldSession }

function Buttons({ session, approval }: ButtonsProps) {
  const said = approvalsWords
  const { transaction } = approval
  const { api, origin, user } = session
  const again = useAgain()
  const [rejecting, setRejecting] = useState(false)
  const [outcome, setOutcome] = useState<Approved>()
  const approve = useAction(async () => {
    setOutcome(undefined)
    const { approvePayment } = await import('./approve-payment.ts')
    const approved = await approvePayment({ api, origin, userId: user.id, transaction, again })
    if (approved.is !== 'approved') return setOutcome(approved)
    announce(said.approved)
    go('transaction', { id: transaction.id })
  })
  const reject = async () => {
    await api.rejectTransaction({ id: transaction.id })
    announce(said.rejected)
    go('approvals')
  }
  return (
    <>
      <p class="soft">{said.signs}</p>
      {approve.failure !== undefined && <Refused failure={approve.failure} />}
      {outcome?.is === 'another payment' && <Refused what={said.another} todo={said.anotherTodo} />}
      {outcome?.is === 'no passkey here' && <Refused what={outcome.why} />}
      <div class="buttons buttons-foot">
        <Button kind="quiet-danger" onClick={() => setRejecting(true)}>
          {said.reject}
        </Button>
        <Button kind="main" icon="passkey" busy={approve.busy} onClick={approve.run}>
          {said.approve}
        </Button>
      </div>
      {rejecting && (
        <Dialog
          title={said.rejectTitle}
          action={said.reject}
          kind="danger"
          onSubmit={reject}
          onClose={() => setRejecting(false)}
        >
          <p>{said.rejectAbout}</p>
        </Dialog>
      )}
    </>
  )
}
