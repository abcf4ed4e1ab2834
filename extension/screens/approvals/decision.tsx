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
  /** Of a screen that signed in already. */
  session?: HeldSession
}

/** Approve or reject: by a person who signs in, which takes a page that stays. */
export function Decision({ surface, profile, approval, session }: DecisionProps) {
  const words = approvalsWords
  if (surface !== 'tab') {
    const { id } = approval.transaction
    return (
      <>
        <p class="soft">{words.inTab}</p>
        <div class="buttons buttons-foot">
          <Button kind="main" icon="external" onClick={() => goInTab(surface, 'approvals', { id })}>
            {words.decideInTab}
          </Button>
        </div>
      </>
    )
  }
  if (session !== undefined) return <Buttons session={session} approval={approval} />
  return (
    <WithSession profile={profile} unfocused>
      {(held) => <Buttons session={held} approval={approval} />}
    </WithSession>
  )
}

type ButtonsProps = Pick<DecisionProps, 'approval'> & { session: HeldSession }

function Buttons({ session, approval }: ButtonsProps) {
  const words = approvalsWords
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
    announce(words.approved)
    go('transaction', { id: transaction.id })
  })
  const reject = async () => {
    await api.rejectTransaction({ id: transaction.id })
    announce(words.rejected)
    go('approvals')
  }
  return (
    <>
      <p class="soft">{words.signs}</p>
      {approve.failure !== undefined && (
        <Refused
          failure={approve.failure}
          todo={approve.failure.code === 'request_ended' ? words.requestEnded : undefined}
        />
      )}
      {outcome?.is === 'another payment' && <Refused what={words.another} todo={words.anotherTodo} />}
      {outcome?.is === 'no passkey here' && <Refused what={outcome.why} />}
      <div class="buttons buttons-foot">
        <Button kind="quiet-danger" onClick={() => setRejecting(true)}>
          {words.reject}
        </Button>
        <Button kind="main" icon="passkey" busy={approve.busy} onClick={approve.run}>
          {words.approve}
        </Button>
      </div>
      {rejecting && (
        <Dialog
          title={words.rejectTitle}
          action={words.reject}
          kind="danger"
          onSubmit={reject}
          onClose={() => setRejecting(false)}
        >
          <p>{words.rejectAbout}</p>
        </Dialog>
      )}
    </>
  )
}
