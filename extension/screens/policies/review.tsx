import type { Policy } from '#shared/model/policy.ts'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import type { SeenContact } from '../../ui/contacts/contact.ts'
import { Notice } from '../../ui/parts/notice.tsx'
import { policiesWords } from '../../words/en/policies/policies.ts'
import { changesOf } from './model.ts'

export type ReviewPolicyProps = {
  before: Policy | null
  after: Policy | null
  contacts: readonly SeenContact[]
  onSave: () => Promise<boolean>
  onClose: () => void
}

/** What a new policy changes, rule by rule, and whether it lets more pass. */
export function ReviewPolicy({ before, after, contacts, onSave, onClose }: ReviewPolicyProps) {
  const words = policiesWords
  const changes = changesOf(before, after, contacts)
  const looser = changes.some(({ loosens }) => loosens)
  return (
    <Dialog
      title={words.review}
      action={words.save}
      kind={looser ? 'danger' : 'main'}
      onSubmit={onSave}
      onClose={onClose}
    >
      {changes.length === 0 && <p>{words.same}</p>}
      {changes.map(({ rule, loosens, ...change }) => (
        <div class="policy-change" key={rule}>
          <p>
            <strong>{words.rules[rule]}</strong>{' '}
            <Tag tone={loosens ? 'warn' : 'ok'} icon={loosens ? 'warning' : 'check'}>
              {loosens ? words.looser : words.tighter}
            </Tag>
          </p>
          <p>{words.fromTo(change.before, change.after)}</p>
        </div>
      ))}
      {looser && (
        <Notice tone="warn" icon="warning" title={words.loosensTitle}>
          {words.loosensAbout}
        </Notice>
      )}
    </Dialog>
  )
}
