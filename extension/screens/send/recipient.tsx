import { useState } from 'preact/hooks'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { useKeptFocus } from '#shared/ui/kit/layout/use-kept-focus.ts'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { isRequestText, pageIn } from '../../sites/payments/request-text.ts'
import { GroupedAddress } from '../../ui/addresses/grouped-address.tsx'
import { ContactPicker } from '../../ui/contacts/contact-picker.tsx'
import { keptContacts } from '../../ui/contacts/kept-contacts.ts'
import { useItem } from '../../ui/hooks/use-item.ts'
import { NotaDrop } from '../../ui/notas/nota-drop.tsx'
import { readNotaFile } from '../../ui/notas/nota-file.ts'
import { usePageDrop } from '../../ui/notas/use-page-drop.ts'
import { Choice } from '../../ui/parts/choice.tsx'
import { hasPicture, QrReader } from '../../ui/qr/qr-reader.tsx'
import { IsRequest } from '../../ui/requests/is-request.tsx'
import { goPay } from '../../ui/requests/pay-draft.ts'
import { routeHash } from '../../ui/routes/route.ts'
import { WalletPicker } from '../../ui/wallets/wallet-picker.tsx'
import { contactsWords } from '../../words/en/contacts/contacts.ts'
import { notaDropWords } from '../../words/en/notas/nota-drop.ts'
import { qrWords } from '../../words/en/orders/qr.ts'
import { sendWords } from '../../words/en/orders/send.ts'
import { CardHeld } from './card-held.tsx'
import { DESTINATIONS, type SendDraft } from './draft.ts'
import type { SendFormProps } from './form.tsx'
import { othersOf, ownPayeeOf } from './model.ts'

export type RecipientProps = Pick<
  SendFormProps,
  'surface' | 'asked' | 'profileId' | 'draft' | 'from' | 'all' | 'contacts' | 'verified'
> & {
  change: (part: Partial<SendDraft>) => void
  error: string | undefined
}

/** Who is to be paid: an address, the wallet that a card names, or another wallet of one's own. */
export function Recipient(props: RecipientProps) {
  const { draft, change } = props
  // A card or a picture that is dropped while another way is open is meant all the same.
  const [pictures, setPictures] = useState<readonly File[]>()
  usePageDrop(async (files) => {
    if (hasPicture(files)) {
      change({ kind: 'address' })
      setPictures(files)
      return
    }
    const read = await readNotaFile(files)
    if (draft.kind === 'nota' && draft.nota === null) return
    if ('nota' in read) change({ kind: 'nota', nota: read.nota })
    else announce(notaDropWords.flaws[read.flaw])
  })
  return (
    <div class="recipient">
      <Choice
        narrow
        legend={sendWords.recipient}
        name="kind"
        options={DESTINATIONS.map((value) => ({ value, title: sendWords.kinds[value] }))}
        value={draft.kind}
        onChange={(kind) => {
          setPictures(undefined)
          change({ kind })
        }}
      />
      {draft.kind === 'address' && (
        <AddressField {...props} pictures={pictures} onTaken={() => setPictures(undefined)} />
      )}
      {draft.kind === 'nota' && <Card {...props} />}
      {draft.kind === 'wallet' && <OwnWallet {...props} />}
      {draft.kind === 'contact' && <Contact {...props} />}
    </div>
  )
}

/** `onTaken`: a picture is read, and is not to be read again. */
type AddressFieldProps = RecipientProps & { pictures: readonly File[] | undefined; onTaken: () => void }

function AddressField({ surface, asked, profileId, draft, change, error, pictures, onTaken }: AddressFieldProps) {
  return (
    <>
      <Field
        label={sendWords.address}
        name="to"
        look="mono"
        // Its own sentences say what is missing.
        optional
        maxLength={200}
        hint={sendWords.addressHint}
        value={draft.address}
        onInput={(address) => change({ address })}
        {...(error === undefined ? {} : { error })}
      />
      {isRequestText(draft.address) && <IsRequest profileId={profileId} text={draft.address} />}
      <QrReader
        surface={surface}
        route="send"
        params={asked === null ? {} : { wallet: asked }}
        dropped={pictures}
        onRead={(read) => {
          onTaken()
          if ('page' in read) return void goPay(profileId, read.page)
          change('address' in read ? read : { kind: 'nota', nota: { name: qrWords.card, text: read.nota } })
        }}
      />
    </>
  )
}

function Card({ surface, asked, profileId, draft, change, all, verified, error }: RecipientProps) {
  // Taking a card in, and giving it back, takes away the button that did it.
  const region = useKeptFocus()
  return (
    <section ref={region} aria-label={sendWords.kinds.nota}>
      <div class="recipient" tabIndex={-1}>
        {draft.nota === null ? (
          <NotaDrop
            surface={surface}
            route="send"
            params={asked === null ? {} : { wallet: asked }}
            label={sendWords.card}
            onNota={(nota) => (pageIn(nota.text) ? void goPay(profileId, nota.text) : change({ nota }))}
          />
        ) : (
          <CardHeld
            profileId={profileId}
            nota={draft.nota}
            verified={verified}
            all={all}
            onOther={() => change({ nota: null })}
          />
        )}
        {error !== undefined && (
          <p class="field-error" role="alert">
            <Icon name="warning" />
            <span>{error}</span>
          </p>
        )}
      </div>
    </section>
  )
}

function OwnWallet({ draft, change, from, all, error }: RecipientProps) {
  const others = othersOf({ from, all })
  if (others.length === 0) return <p class="hint">{sendWords.noOther}</p>
  const chosen = ownPayeeOf(draft.toWalletId, { from, all })
  return (
    <WalletPicker
      label={sendWords.ownWalletPicker}
      name="to"
      list={others}
      value={chosen?.id === from.wallet.id ? undefined : chosen?.id}
      onChange={(toWalletId) => change({ toWalletId })}
      error={error}
    />
  )
}

function Contact({ profileId, draft, change, contacts, error }: RecipientProps) {
  const isTold = useItem(keptContacts(profileId)) !== null
  if (!isTold) {
    return (
      <p class="hint">
        {sendWords.contactsUntold} <a href={routeHash('contacts')}>{contactsWords.title}</a>
      </p>
    )
  }
  if (contacts.length === 0) {
    return (
      <p class="hint">
        {sendWords.noContact} <a href={routeHash('contacts', { add: '' })}>{contactsWords.add}</a>
      </p>
    )
  }
  const chosen = contacts.find(({ id }) => id === draft.contactId)
  return (
    <>
      <ContactPicker
        name="to"
        list={contacts}
        value={chosen?.id}
        onChange={(contactId) => change({ contactId })}
        error={error}
      />
      {chosen !== undefined && <GroupedAddress value={chosen.address} />}
    </>
  )
}
