import { useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Rows } from '#shared/ui/kit/layout/rows.tsx'
import { useKeptFocus } from '#shared/ui/kit/layout/use-kept-focus.ts'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { byName, type SeenContact, sought } from '../../ui/contacts/contact.ts'
import { keptContacts, refreshContacts } from '../../ui/contacts/kept-contacts.ts'
import { useItem } from '../../ui/hooks/use-item.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { contactsWords } from '../../words/en/contacts/contacts.ts'
import { AddContact } from './add-contact.tsx'
import { ContactRow } from './contact-row.tsx'
import { EditContact, RemoveContact } from './dialogs.tsx'
import { Files } from './files.tsx'

/** Everybody whom the account pays, by name. */
export function Contacts(props: ScreenProps) {
  const { params } = props
  if (params.has('add')) return <AddContact {...props} />
  return <ContactList {...props} />
}

const AddLink = ({ main = false }: { main?: boolean }) => (
  <a class={main ? 'button button-main' : 'button'} href={routeHash('contacts', { add: '' })}>
    {contactsWords.add}
  </a>
)

function ContactList(props: ScreenProps) {
  const { profile, surface } = props
  const contacts = useLoad(() => refreshContacts(profile.id), [profile.id])
  // Another page may change them meanwhile.
  const kept = useItem(keptContacts(profile.id))
  const none = contacts.is === 'refused' && contacts.failure.code === 'not_found'
  return (
    <>
      <Heading actions={contacts.is === 'ready' && contacts.value.length > 0 && <AddLink />}>
        {contactsWords.title}
      </Heading>
      <p class="soft">{contactsWords.about}</p>
      {none ? (
        <Empty icon="person">{contactsWords.none}</Empty>
      ) : (
        <Loaded of={contacts}>
          {(read) => {
            const list = kept?.list ?? read
            return (
              <>
                <Listed profileId={profile.id} list={list} onChanged={contacts.reload} />
                <Files profileId={profile.id} surface={surface} count={list.length} onChanged={contacts.reload} />
              </>
            )
          }}
        </Loaded>
      )}
    </>
  )
}

/** So many are shown at once; from so many on there is a search. */
const SHOWN = 50
const SEARCH_FROM = 8

type ListedProps = { profileId: string; list: readonly SeenContact[]; onChanged: () => Promise<void> }
type Asked = { what: 'edit' | 'remove'; contact: SeenContact }

function Listed({ profileId, list, onChanged }: ListedProps) {
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(SHOWN)
  const [asked, setAsked] = useState<Asked>()
  // A contact that is removed takes its buttons away, the one that had the focus among them.
  const region = useKeptFocus()
  const found = sought(byName(list), search)
  const question = { profileId, onChanged, onClose: () => setAsked(undefined) }
  return (
    <section ref={region} aria-label={contactsWords.title}>
      <div class="stack" tabIndex={-1}>
        {list.length >= SEARCH_FROM && (
          <Field
            label={contactsWords.search}
            name="search"
            type="search"
            optional
            maxLength={100}
            value={search}
            onInput={setSearch}
          />
        )}
        {list.length === 0 ? (
          <Empty icon="person" action={<AddLink main />}>
            {contactsWords.empty}
          </Empty>
        ) : found.length === 0 ? (
          <Empty icon="person">{contactsWords.noMatch}</Empty>
        ) : (
          <Rows label={contactsWords.title}>
            {found.slice(0, shown).map((contact) => (
              <ContactRow
                key={contact.id}
                profileId={profileId}
                contact={contact}
                onEdit={() => setAsked({ what: 'edit', contact })}
              />
            ))}
          </Rows>
        )}
        {found.length > shown && (
          <Button wide onClick={() => setShown(shown + SHOWN)}>
            {contactsWords.more}
          </Button>
        )}
        {asked?.what === 'edit' && (
          <EditContact
            {...question}
            contact={asked.contact}
            onRemove={() => setAsked({ what: 'remove', contact: asked.contact })}
          />
        )}
        {asked?.what === 'remove' && <RemoveContact {...question} contact={asked.contact} />}
      </div>
    </section>
  )
}
