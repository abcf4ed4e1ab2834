import type { CardSubject, NotaVerification, ReceiptSubject } from '#shared/model/nota.ts'
import { Time } from '#shared/ui/kit/time.tsx'
import { words as shared } from '#shared/ui/words/en.ts'
import { isConfidential } from '../../ui/confidential.ts'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { GroupedAddress } from '../../ui/grouped-address.tsx'
import { Hash } from '../../ui/hash.tsx'
import { Party } from '../../ui/party.tsx'
import { plainLine, plainToken } from '../../ui/plain-text.ts'
import { PrivateAmount } from '../../ui/private-amount.tsx'
import type { ScreenProps } from '../../ui/screen.ts'
import * as words from '../../words/en.ts'

export type SubjectProps = Pick<ScreenProps, 'view' | 'settings' | 'profile'> & { verdict: NotaVerification }

/** What a nota says, in the gateway's reading. */
export function Subject({ verdict, ...props }: SubjectProps) {
  const facts = verdict.type === 'address-card' ? cardFacts(verdict.subject) : receiptFacts(verdict.subject, props)
  return <Facts facts={facts} />
}

function networkOf({ network, chainId }: { network: string; chainId: number }): Fact {
  return { name: words.notas.network, value: <bdi>{words.notas.chain(plainLine(network, 60), chainId)}</bdi> }
}

function cardFacts(subject: CardSubject): Fact[] {
  const label = subject.label === null ? '' : plainLine(subject.label, 100)
  return [
    { name: words.notas.label, value: label === '' ? words.verdict.noLabel : <bdi>{label}</bdi> },
    { name: words.notas.address, value: <GroupedAddress value={subject.address} /> },
    networkOf(subject),
  ]
}

/** A hostile gateway may claim any number of them. */
const LEGS_MAX = 10

function receiptFacts(subject: ReceiptSubject, { view, settings, profile }: Omit<SubjectProps, 'verdict'>): Fact[] {
  const list = view?.balances?.list
  const wallets = (list ?? []).map(({ wallet }) => wallet)
  const hidden = settings.hideConfidential && isConfidential(subject.token, list)
  const { amount, amountSource, legs } = subject
  return [
    { name: words.notas.type, value: words.transaction.types[subject.type] },
    {
      name: words.notas.amount,
      value:
        amount === null ? (
          words.notas.noAmount
        ) : (
          <>
            <PrivateAmount value={amount} token={plainToken(subject.token)} hidden={hidden} size="l" />
            <span class="fact-note">{words.notas.amountSources[amountSource]}</span>
          </>
        ),
    },
    { name: words.notas.status, value: shared.kit.status[subject.status] },
    { name: words.notas.from, value: <Party address={subject.from} wallets={wallets} /> },
    { name: words.notas.to, value: <Party address={subject.to} wallets={wallets} /> },
    ...legs.slice(0, LEGS_MAX).map((leg) => ({
      name: words.notas.leg(leg.kind),
      value: (
        <>
          <Hash value={leg.txHash} profileId={profile.id} />
          <span class="fact-note">
            {leg.outcome === 'success' ? words.notas.legDone : words.notas.legFailed} · {words.notas.block(leg.block)} ·{' '}
            <Time at={leg.time} as="moment" />
          </span>
        </>
      ),
    })),
    networkOf(subject),
  ]
}
