import type { WalletBalances } from '#shared/model/balances.ts'
import type { NotaVerification } from '#shared/model/nota.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import type { Load } from '#shared/ui/kit/states/use-load.ts'
import { plainLine } from '../../plain-text.ts'
import { isSame } from '../../ui/addresses/address-rules.ts'
import { GroupedAddress } from '../../ui/addresses/grouped-address.tsx'
import { WatchCard } from '../../ui/addresses/watch-card.tsx'
import type { NotaFile } from '../../ui/notas/nota-file.ts'
import { Checks, VerdictTag } from '../../ui/notas/nota-verdict.tsx'
import { signerOf, standingOf } from '../../ui/notas/verdict.ts'
import { Verified } from '../../ui/notas/verified.tsx'
import { IsRequest } from '../../ui/requests/is-request.tsx'
import { verdictWords } from '../../words/en/notas/verdict.ts'
import { sendWords } from '../../words/en/orders/send.ts'
import { cardFlawOf } from './model.ts'
import '../../ui/styles/nota.css'

export type CardHeldProps = {
  profileId: string
  nota: NotaFile
  verified: Load<NotaVerification | undefined>
  all: readonly WalletBalances[]
  onOther: () => void
}

/** The card that was handed over, as the gateway reads it. */
export function CardHeld({ profileId, nota, verified, all, onOther }: CardHeldProps) {
  return (
    <div class="card-held">
      <header class="card-held-head">
        <Icon name="card" />
        <bdi class="card-held-name">{nota.name}</bdi>
        <Button kind="quiet" onClick={onOther}>
          {sendWords.otherCard}
        </Button>
      </header>
      <Verified of={verified}>{(verdict) => <Said {...{ profileId, nota, verdict, all }} />}</Verified>
    </div>
  )
}

function Said({
  profileId,
  nota,
  verdict,
  all,
}: Pick<CardHeldProps, 'profileId' | 'nota' | 'all'> & { verdict: NotaVerification }) {
  const flaw = cardFlawOf(verdict)
  if (verdict.type === 'request') return <IsRequest profileId={profileId} text={nota.text} />
  if (verdict.type !== 'address-card') return <p class="hint">{sendWords.flaws.card_is_receipt}</p>
  const { address, label } = verdict.subject
  const mine = all.some(({ wallet }) => isSame(wallet.address, address))
  return (
    <>
      <p class="card-held-whom">
        <bdi class="fact-label">{label === null ? verdictWords.noLabel : plainLine(label, 100)}</bdi>
        <VerdictTag verdict={verdict} />
      </p>
      <GroupedAddress value={address} />
      <p class="hint">{verdictWords.signers[signerOf(verdict)]}</p>
      {flaw !== undefined && <p class="card-held-flaw">{sendWords.flaws[flaw]}</p>}
      {standingOf(verdict) !== 'valid' && <Checks checks={verdict.checks} />}
      {mine ? (
        <p class="hint">{verdictWords.isWallet}</p>
      ) : (
        standingOf(verdict) !== 'broken' && <WatchCard profileId={profileId} nota={nota.text} />
      )}
    </>
  )
}
