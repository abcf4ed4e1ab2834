import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { Policy } from '#shared/model/policy.ts'
import { Check } from '#shared/ui/kit/forms/check.tsx'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { FieldFrame } from '#shared/ui/kit/forms/field-frame.tsx'
import { Fieldset } from '#shared/ui/kit/forms/fieldset.tsx'
import { useFlaw } from '#shared/ui/kit/forms/form-flaw.ts'
import { SelectField } from '#shared/ui/kit/forms/select-field.tsx'
import { byName, type SeenContact } from '../../ui/contacts/contact.ts'
import { policiesWords } from '../../words/en/policies/policies.ts'
import { dayName, days, ownTimeZone } from './model.ts'

const otherwise = () => [
  ['approve', policiesWords.otherwise.approve] as const,
  ['deny', policiesWords.otherwise.deny] as const,
]

/** Who may be paid, and what becomes of payments to others. */
export function Receivers({
  policy: { destinations },
  contacts,
}: {
  policy: Policy
  contacts: readonly SeenContact[]
}) {
  const words = policiesWords
  const [limited, setLimited] = useState(destinations !== null)
  const allowed = destinations?.allow ?? []
  const known = byName(contacts).map(({ id, name }) => ({ value: `contact:${id}`, name }))
  // One that is not known here stays allowed until somebody takes it out.
  const unknown = allowed
    .filter((each) => each.startsWith('contact:') && known.every(({ value }) => value !== each))
    .map((value) => ({ value, name: words.unknownContact }))
  return (
    <Fieldset legend={words.rules.destinations}>
      <Check name="limitReceivers" label={words.limitReceivers} checked={limited} onChange={setLimited} />
      <Only asked={limited}>
        {(['wallets', 'cards'] as const).map((group) => (
          <Check
            key={group}
            name="receivers"
            value={group}
            label={words.groups[group]}
            initial={allowed.includes(group)}
          />
        ))}
        <div class="policy-contacts">
          {[...known, ...unknown].map(({ value, name }) => (
            <Check key={value} name="receivers" value={value} label={name} initial={allowed.includes(value)} />
          ))}
        </div>
        <Addresses initial={allowed.filter((each) => each.startsWith('0x'))} />
        <SelectField
          label={words.othersDo}
          name="receiversOtherwise"
          options={otherwise()}
          initial={destinations?.otherwise ?? 'approve'}
        />
      </Only>
    </Fieldset>
  )
}

/** Fields that belong to a tick box. While the box is unticked, the fields are hidden, keep their text, and are not submitted. */
function Only({ asked, children }: { asked: boolean; children: ComponentChildren }) {
  return (
    <fieldset class="policy-only" hidden={!asked} disabled={!asked}>
      {children}
    </fieldset>
  )
}

function Addresses({ initial }: { initial: readonly string[] }) {
  const id = useId()
  const flaw = useFlaw('addresses')
  return (
    <FieldFrame id={id} label={policiesWords.addresses} error={flaw}>
      {(wiring) => (
        <textarea
          {...wiring}
          class="input input-mono"
          name="addresses"
          rows={3}
          spellcheck={false}
          defaultValue={initial.join('\n')}
        />
      )}
    </FieldFrame>
  )
}

/** When payments pass by themselves, and what becomes of them at other times. */
export function Times({ policy: { hours } }: { policy: Policy }) {
  const words = policiesWords
  const [limited, setLimited] = useState(hours !== null)
  const chosen = hours?.days ?? days.slice(0, 5)
  return (
    <Fieldset legend={words.rules.hours}>
      <Check name="limitHours" label={words.limitHours} checked={limited} onChange={setLimited} />
      <Only asked={limited}>
        <div class="policy-days">
          {days.map((day) => (
            <Check key={day} name="days" value={day} label={dayName(day)} initial={chosen.includes(day)} />
          ))}
        </div>
        <div class="policy-times">
          <Time label={words.from} name="from" initial={hours?.from ?? '08:00'} />
          <Time label={words.to} name="to" initial={hours?.to ?? '18:00'} />
        </div>
        <Field label={words.timeZone} name="timeZone" maxLength={60} initial={hours?.timeZone ?? ownTimeZone()} />
        <SelectField
          label={words.timesDo}
          name="hoursOtherwise"
          options={otherwise()}
          initial={hours?.otherwise ?? 'approve'}
        />
      </Only>
    </Fieldset>
  )
}

function Time({ label, name, initial }: { label: string; name: string; initial: string }) {
  return (
    <Field label={label} name={name} pattern="([01]\d|2[0-3]):[0-5]\d" title="08:30" maxLength={5} initial={initial} />
  )
}
