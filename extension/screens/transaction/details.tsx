import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Address } from '#shared/ui/kit/values/address.tsx'
import { decimalText } from '#shared/ui/kit/values/group-amount.ts'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { plainLine } from '../../plain-text.ts'
import { Hash } from '../../ui/addresses/hash.tsx'
import { Party } from '../../ui/addresses/party.tsx'
import { shortEther } from '../../ui/amounts/short-ether.ts'
import { useCardNames } from '../../ui/arrivals/use-card-names.ts'
import { goAdd } from '../../ui/contacts/adding.ts'
import { useContacts } from '../../ui/contacts/use-contacts.ts'
import { type Fact, Facts } from '../../ui/parts/facts.tsx'
import { contactsWords } from '../../words/en/contacts/contacts.ts'
import { sendWords } from '../../words/en/orders/send.ts'
import { paymentWords } from '../../words/en/payments/payment.ts'
import { transactionWords } from '../../words/en/payments/transaction.ts'
import { destinationOf, feesOf, hashesOf, payerOf, referenceOf, unknownCounterparty } from './model.ts'
import type { TransactionViewProps } from './transaction-view.tsx'

/** Who, when, and by which transactions of the chain. */
export function Details({
  transaction,
  profile,
  view,
}: Pick<TransactionViewProps, 'transaction' | 'profile' | 'view'>) {
  const wallets = (view?.balances?.list ?? []).map(({ wallet }) => wallet)
  const own = wallets.find((wallet) => wallet.id === transaction.walletId)
  const to = destinationOf(transaction)
  const from = payerOf(transaction)
  const cards = useCardNames(profile.id)
  const { id, type, createdAt, updatedAt } = transaction
  const reference = referenceOf(transaction)
  const came = type === 'RECEIVE'
  const contacts = useContacts(profile.id)
  const stranger = unknownCounterparty(transaction, wallets, contacts)
  const party = (address: string) => <Party address={address} wallets={wallets} cards={cards} />
  const facts: Fact[] = [
    { name: transactionWords.payer, value: from && party(from) },
    {
      name: came ? transactionWords.receiver : type === 'TRANSFER' ? sendWords.from : transactionWords.wallet,
      value: own === undefined ? paymentWords.unknownWallet : party(own.address),
    },
    { name: transactionWords.to, value: to && party(to) },
    ...hashesOf(transaction).map(({ name, hash }) => ({
      name,
      value: hash === null ? transactionWords.noHash : <Hash value={hash} profileId={profile.id} />,
    })),
    ...feesOf(transaction).map(({ name, amount }) => ({ name, value: `${decimalText(shortEther(amount))} ETH` })),
    { name: came ? transactionWords.block : transactionWords.created, value: <Time at={createdAt} as="moment" /> },
    { name: transactionWords.updated, value: came ? undefined : <Time at={updatedAt} as="moment" /> },
    {
      name: transactionWords.externalId,
      value: reference === undefined ? undefined : <bdi class="mono">{plainLine(reference, 100)}</bdi>,
    },
    { name: transactionWords.id, value: <Address value={id} what="id" copy full={id.length < 60} /> },
  ]
  return (
    <>
      <Facts facts={facts} />
      {stranger !== undefined && (
        <p>
          <Button kind="quiet" icon="person" onClick={() => goAdd(profile.id, stranger)}>
            {contactsWords.addThis}
          </Button>
        </p>
      )}
    </>
  )
}
