import type { Approval } from '#shared/model/approval.ts'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import type { Load } from '#shared/ui/kit/states/use-load.ts'
import { Amount } from '#shared/ui/kit/values/amount.tsx'
import { nameOf } from '#shared/ui/kit/values/name-of.ts'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { plainLine, plainToken } from '../../plain-text.ts'
import { GroupedAddress } from '../../ui/addresses/grouped-address.tsx'
import { useCardNames } from '../../ui/arrivals/use-card-names.ts'
import { Facts } from '../../ui/parts/facts.tsx'
import { Notice } from '../../ui/parts/notice.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import type { HeldSession } from '../../ui/session/session.ts'
import { walletLine } from '../../ui/wallets/wallet-name.ts'
import { approvalsWords } from '../../words/en/approvals/approvals.ts'
import { sendWords } from '../../words/en/orders/send.ts'
import { paymentWords } from '../../words/en/payments/payment.ts'
import { transactionWords } from '../../words/en/payments/transaction.ts'
import { Decision } from './decision.tsx'
import { askerText, receiverOf } from './model.ts'

type OneProps = ScreenProps & { session?: HeldSession; id: string; waiting: Load<Approval[]> }

/** One payment that waits, with all that is approved of it, and the decision below. */
export function OneWaiting({ id, waiting, ...props }: OneProps) {
  const words = approvalsWords
  return (
    <Loaded
      of={waiting}
      empty={(list) => list.every((each) => each.transaction.id !== id)}
      whenEmpty={
        <Empty
          icon="shield-check"
          action={
            <a class="button" href={routeHash('transaction', { id })}>
              {paymentWords.transaction}
            </a>
          }
        >
          {words.over}
        </Empty>
      }
    >
      {(list) => {
        const approval = list.find((each) => each.transaction.id === id)
        return approval === undefined ? null : (
          <div class="stack">
            <Waits approval={approval} {...props} />
            <Decision key={id} approval={approval} {...props} />
          </div>
        )
      }}
    </Loaded>
  )
}

function Waits({ approval, profile, view }: { approval: Approval } & ScreenProps) {
  const words = approvalsWords
  const { transaction, askedBy, rule, of, expiresAt } = approval
  const { type, amount, token, to, walletId, externalId, createdAt } = transaction
  const wallets = (view?.balances?.list ?? []).map(({ wallet }) => wallet)
  const from = wallets.find((wallet) => wallet.id === walletId)
  const cards = useCardNames(profile.id)
  const receiver = to === null ? undefined : receiverOf(to, wallets, cards)
  return (
    <>
      <Card>
        {/* The decider sees all of it, even if amounts are hidden elsewhere. */}
        <p class="approval-amount">
          <Amount value={amount} token={plainToken(token)} size="xl" />
        </p>
        <Facts
          facts={[
            { name: words.what, value: transactionWords.types[type] },
            {
              name: transactionWords.to,
              value: to !== null && (
                <>
                  {receiver?.name !== undefined && <bdi class="fact-label">{receiver.name}</bdi>}
                  <GroupedAddress value={to} />
                </>
              ),
            },
            {
              name: sendWords.from,
              value: <bdi>{from === undefined ? paymentWords.unknownWallet : walletLine(from)}</bdi>,
            },
            { name: words.askedBy, value: <bdi>{askerText(askedBy, profile)}</bdi> },
            {
              name: words.why,
              value: (
                <>
                  {nameOf(words.rules, rule)}
                  <span class="fact-note">{nameOf(words.policies, of)}</span>
                </>
              ),
            },
            {
              name: transactionWords.externalId,
              value: externalId === null ? undefined : <bdi class="mono">{plainLine(externalId, 100)}</bdi>,
            },
            { name: words.asked, value: <Time at={createdAt} as="moment" /> },
            { name: words.expires, value: <Time at={expiresAt} as="moment" /> },
          ].map((fact) => (fact.value === false ? { ...fact, value: undefined } : fact))}
        />
      </Card>
      {receiver?.stranger && (
        <Notice tone="warn" icon="warning" title={words.stranger}>
          {words.strangerAbout}
        </Notice>
      )}
    </>
  )
}
