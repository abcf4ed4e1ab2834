import type { NotaVerification } from '#shared/model/nota.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { ask } from '../../background/ask.ts'
import { keepDraft } from '../../store/drafts.ts'
import { WatchCard } from '../../ui/addresses/watch-card.tsx'
import { goPay } from '../../ui/requests/pay-draft.ts'
import { go, routeHash } from '../../ui/routes/route.ts'
import { notasWords } from '../../words/en/notas/notas.ts'
import { payWords } from '../../words/en/requests.ts'
import { useKeptTransactions } from '../activity/use-kept.ts'
import { freshSend, sendDraftName } from '../send/draft.ts'
import { cardActions, cardIn, keptAs, keptName, transactionOf } from './model.ts'
import type { OpenNotaProps } from './open-nota.tsx'

/** What can be done with a file that the gateway could read. */
export function NotaActions(props: OpenNotaProps & { verdict: NotaVerification }) {
  const { verdict, file, profile, view, saved, onSaved } = props
  const own = (view?.balances?.list ?? []).map(({ wallet }) => wallet.address)
  const { pay, watch } = cardActions(verdict, own)
  const kept = keptAs(saved, file.text)
  const keep = useAction(async () => {
    if (verdict.type === 'request') return
    const name = keptName(file.name, notasWords.kinds[verdict.type])
    await ask('nota.save', { profileId: profile.id, kind: verdict.type, name, text: file.text, ...cardIn(verdict) })
    await onSaved()
    announce(notasWords.kept)
  })
  const payTo = async () => {
    await keepDraft(sendDraftName(profile.id), { ...freshSend, kind: 'nota', nota: file })
    go('send')
  }
  return (
    <>
      <OwnTransaction {...props} />
      <div class="buttons">
        {pay && (
          <Button kind="main" icon="send" onClick={payTo}>
            {notasWords.pay}
          </Button>
        )}
        {verdict.type === 'request' && (
          <Button kind="main" icon="send" onClick={() => goPay(profile.id, file.text)}>
            {payWords.open}
          </Button>
        )}
        {kept === undefined && verdict.type !== 'request' && (
          <Button icon="plus" busy={keep.busy} onClick={keep.run}>
            {notasWords.keep}
          </Button>
        )}
        {watch && <WatchCard profileId={profile.id} nota={file.text} />}
      </div>
      {kept !== undefined && <p class="hint">{notasWords.keptAlready}</p>}
      {keep.failure !== undefined && <Refused failure={keep.failure} />}
    </>
  )
}

/** A receipt of the account's own leads to its transaction. */
function OwnTransaction({ verdict, profile, view }: OpenNotaProps & { verdict: NotaVerification }) {
  const kept = useKeptTransactions(profile.id)
  const mine = transactionOf(verdict, [...(view?.transactions?.list ?? []), ...kept])
  if (mine === undefined) return null
  return (
    <p>
      {notasWords.yours} <a href={routeHash('transaction', { id: mine.id })}>{notasWords.showTransaction}</a>
    </p>
  )
}
