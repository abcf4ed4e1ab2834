import type { WalletBalances } from '#shared/model/balances.ts'
import type { CardSubject, NotaVerification } from '#shared/model/nota.ts'
import type { Order } from '../../intents/intent.ts'
import { type AddressFlaw, isSame, readAddress } from '../../ui/addresses/address-rules.ts'
import { type AmountFlaw, readAmount } from '../../ui/amounts/amount-rules.ts'
import { contactAt, type SeenContact } from '../../ui/contacts/contact.ts'
import { type Signer, type Standing, signerOf, standingOf } from '../../ui/notas/verdict.ts'
import { custodialOf } from '../../ui/wallets/wallet-choice.ts'
import type { SendDraft } from './draft.ts'

/** Who is to be paid, as the review shows it and the order says it. */
export type Payee = {
  address: string
  label: string | null
  /** A wallet of this account whose key the gateway holds: one that is only watched may be anybody's. */
  own: boolean
  /** Among the contacts; by a card that held, where it is verified. */
  contact?: 'plain' | 'verified'
  /** Who answers for the address, where a card brought it. */
  signer: Signer | undefined
  destination: Extract<Order, { verb: 'transfer' }>['destination']
}

export type PayeeFlaw = AddressFlaw | CardFlaw | 'no_wallet' | 'no_contact'

/** Why a card cannot be paid. */
export type CardFlaw =
  | 'no_card'
  | 'card_waiting'
  | 'card_refused'
  | 'card_is_receipt'
  | 'card_is_request'
  | 'card_broken'
  | 'card_unproven'

/** What the gateway said of the card, if it has said something. */
export type CardReading = { is: 'waiting' } | { is: 'refused' } | { is: 'ready'; value: NotaVerification | undefined }

export type SendWorld = {
  from: WalletBalances
  all: readonly WalletBalances[]
  card: CardReading
  contacts: readonly SeenContact[]
  spell: (address: string) => string
}

/** The payee of a form, or why the form names none. */
export function payeeOf(draft: SendDraft, world: SendWorld): { payee: Payee } | { flaw: PayeeFlaw } {
  switch (draft.kind) {
    case 'address':
      return byAddress(draft.address, world)
    case 'nota':
      return byCard(draft, world)
    case 'wallet':
      return byWallet(draft.toWalletId, world)
    case 'contact':
      return byContact(draft.contactId, world)
  }
}

type Known = Pick<SendWorld, 'from' | 'all' | 'contacts' | 'spell'>

function byAddress(typed: string, { from, all, contacts, spell }: Known): { payee: Payee } | { flaw: PayeeFlaw } {
  const read = readAddress(typed, from.wallet.address, spell)
  if ('flaw' in read) return read
  const { address } = read
  const destination = { is: 'address', address } as const
  return { payee: { address, signer: undefined, destination, ...knownAs(address, { all, contacts }) } }
}

/**
 * What the payee is called here: an own wallet by its label, then a contact, then a watched wallet by its label. Its card
 * may have given that label to a watched wallet, so that it is no proof of who it is.
 */
function knownAs(
  address: string,
  { all, contacts }: Pick<SendWorld, 'all' | 'contacts'>,
): Pick<Payee, 'own' | 'label' | 'contact'> {
  const wallet = all.find((each) => isSame(each.wallet.address, address))?.wallet
  if (wallet?.type === 'CUSTODIAL') return { own: true, label: wallet.label }
  const contact = contactAt(address, contacts)
  if (contact === undefined) return { own: false, label: wallet?.label ?? null }
  return { own: false, label: contact.name, contact: contact.verified ? 'verified' : 'plain' }
}

function byContact(id: string | null, world: Known): { payee: Payee } | { flaw: PayeeFlaw } {
  const contact = world.contacts.find((each) => each.id === id)
  return contact === undefined ? { flaw: 'no_contact' } : byAddress(contact.address, world)
}

function byCard({ nota }: SendDraft, { from, all, contacts, card }: SendWorld): { payee: Payee } | { flaw: PayeeFlaw } {
  if (nota === null) return { flaw: 'no_card' }
  if (card.is !== 'ready' || card.value === undefined) {
    return { flaw: card.is === 'refused' ? 'card_refused' : 'card_waiting' }
  }
  const flaw = cardFlawOf(card.value)
  if (flaw !== undefined || card.value.type !== 'address-card') return { flaw: flaw ?? 'card_is_receipt' }
  const { address, label }: CardSubject = card.value.subject
  if (isSame(address, from.wallet.address)) return { flaw: 'self' }
  const destination = { is: 'nota', nota: nota.text, address } as const
  const known = knownAs(address, { all, contacts })
  // The maker of a card may give its wallet any name: a name that is known here goes before.
  const whom = known.own ? known : { ...known, label: known.label ?? label }
  return { payee: { address, signer: signerOf(card.value), destination, ...whom } }
}

const cardFlaws: Record<Standing, CardFlaw | undefined> = {
  valid: undefined,
  broken: 'card_broken',
  unproven: 'card_unproven',
}

/** Only a card that holds is paid: whatever else it may be good for. */
export function cardFlawOf(verdict: NotaVerification): CardFlaw | undefined {
  if (verdict.type !== 'address-card') return verdict.type === 'request' ? 'card_is_request' : 'card_is_receipt'
  return cardFlaws[standingOf(verdict)]
}

type Own = Pick<SendWorld, 'from' | 'all'>

/** Own wallets beside the one that pays. One that is only watched is none, and is paid by its address, card or contact. */
export function othersOf({ from, all }: Own): WalletBalances[] {
  return custodialOf(all).filter(({ wallet }) => wallet.id !== from.wallet.id)
}

/** The own wallet that is to be paid: the chosen one, or the only one there is beside the wallet that pays. */
export function ownPayeeOf(id: string | null, { from, all }: Own): WalletBalances['wallet'] | undefined {
  const others = othersOf({ from, all })
  const only = id === null && others.length === 1 ? others[0] : undefined
  return (only ?? custodialOf(all).find(({ wallet }) => wallet.id === id))?.wallet
}

/** The parts of the form that a review fixes: a wallet that was not chosen must not change while the review is read. */
export function fixedBy({ destination }: Payee): Partial<SendDraft> {
  return destination.is === 'wallet' ? { toWalletId: destination.walletId } : {}
}

function byWallet(id: string | null, { from, all, contacts }: SendWorld): { payee: Payee } | { flaw: PayeeFlaw } {
  const wallet = ownPayeeOf(id, { from, all })
  if (wallet === undefined) return { flaw: 'no_wallet' }
  if (wallet.id === from.wallet.id || isSame(wallet.address, from.wallet.address)) return { flaw: 'self' }
  const { address } = wallet
  const destination = { is: 'wallet', walletId: wallet.id, address } as const
  return { payee: { address, signer: undefined, destination, ...knownAs(address, { all, contacts }) } }
}

export type SendFlaws = { to?: PayeeFlaw; amount?: AmountFlaw }

/** The order that a form comes to, or what is wrong with which of its fields. */
export function sendOrder(
  draft: SendDraft,
  world: SendWorld,
): { order: Order; payee: Payee; amount: string; token: string } | { flaws: SendFlaws } {
  const to = payeeOf(draft, world)
  const { from } = world
  const { token, amount: available } = draft.confidential ? from.confidential : from.normal
  const read = readAmount(draft.amount, { available })
  if ('flaw' in to || 'flaw' in read) {
    return {
      flaws: { ...('flaw' in to ? { to: to.flaw } : {}), ...('flaw' in read ? { amount: read.flaw } : {}) },
    }
  }
  const { amount } = read
  const { payee } = to
  const order: Order = { verb: 'transfer', walletId: from.wallet.id, amount, token, destination: payee.destination }
  return { order, payee, amount, token }
}
