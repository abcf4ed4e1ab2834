import type { CardSubject, NotaVerification, ReceiptSubject } from '#shared/model/nota.ts'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { kitWords } from '#shared/ui/words/kit.ts'
import { plainLine, plainToken } from '../../plain-text.ts'
import type { CardName } from '../../store/sealed/notas.ts'
import { GroupedAddress } from '../../ui/addresses/grouped-address.tsx'
import { Hash } from '../../ui/addresses/hash.tsx'
import { Party } from '../../ui/addresses/party.tsx'
import { isConfidential } from '../../ui/amounts/confidential.ts'
import { PrivateAmount } from '../../ui/amounts/private-amount.tsx'
import { useCardNames } from '../../ui/arrivals/use-card-names.ts'
import { type Fact, Facts } from '../../ui/parts/facts.tsx'
import { RequestDetails } from '../../ui/requests/request-details.tsx'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { notasWords } from '../../words/en/notas/notas.ts'
import { verdictWords } from '../../words/en/notas/verdict.ts'
import { transactionWords } from '../../words/en/payments/transaction.ts'

export type SubjectProps = Pick<ScreenProps, 'view' | 'settings' | 'profile'> & { verdict: NotaVerification }

/** What a nota says, in the gateway's reading. */
export function Subject({ verdict, ...props }: SubjectProps) {
  const cards = useCardNames(props.profile.id)
  switch (verdict.type) {
    case 'address-card':
      return <Facts facts={cardFacts(verdict.subject)} />
    case 'receipt':
      return <Facts facts={receiptFacts(verdict.subject, { ...props, cards })} />
    case 'request':
      return <RequestDetails verdict={verdict} now={Date.now()} />
  }
}

function networkOf({ network, chainId }: { network: string; chainId: number }): Fact {
  return { name: notasWords.network, value: <bdi>{notasWords.chain(plainLine(network, 60), chainId)}</bdi> }
}

function cardFacts(subject: CardSubject): Fact[] {
  const label = subject.label === null ? '' : plainLine(subject.label, 100)
  return [
    { name: notasWords.label, value: label === '' ? verdictWords.noLabel : <bdi>{label}</bdi> },
    { name: notasWords.address, value: <GroupedAddress value={subject.address} /> },
    networkOf(subject),
  ]
}

/** A newer gateway may know of one that this wallet has no word for. */
function legTitle(kind: string): string {
  const { legs } = notasWords
  return Object.hasOwn(legs, kind) ? legs[kind as keyof typeof legs] : kind
}

/** A hostile gateway may claim any number of them. */
const LEGS_MAX = 10

type Known = Omit<SubjectProps, 'verdict'> & { cards: readonly CardName[] }

function receiptFacts(subject: ReceiptSubject, { view, settings, profile, cards }: Known): Fact[] {
  const list = view?.balances?.list
  const wallets = (list ?? []).map(({ wallet }) => wallet)
  const hidden = settings.hideConfidential && isConfidential(subject.token, list)
  const { amount, amountSource, legs } = subject
  return [
    { name: notasWords.type, value: transactionWords.types[subject.type] },
    {
      name: notasWords.amount,
      value:
        amount === null ? (
          notasWords.noAmount
        ) : (
          <>
            <PrivateAmount value={amount} token={plainToken(subject.token)} hidden={hidden} size="l" />
            <span class="fact-note">{notasWords.amountSources[amountSource]}</span>
          </>
        ),
    },
    { name: notasWords.status, value: kitWords.status[subject.status] },
    { name: notasWords.from, value: <Party address={subject.from} wallets={wallets} cards={cards} /> },
    { name: notasWords.to, value: <Party address={subject.to} wallets={wallets} cards={cards} /> },
    ...legs.slice(0, LEGS_MAX).map((leg) => ({
      name: legTitle(leg.kind),
      value: (
        <>
          <Hash value={leg.txHash} profileId={profile.id} />
          <span class="fact-note">
            {leg.outcome === 'success' ? notasWords.legDone : notasWords.legFailed} · {notasWords.block(leg.block)} ·{' '}
            <Time at={leg.time} as="moment" />
          </span>
        </>
      ),
    })),
    networkOf(subject),
  ]
}
