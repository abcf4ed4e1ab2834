import { useState } from 'preact/hooks'
import type { ApiKey } from '../../../model/sign-in.ts'
import { Button } from '../../kit/buttons/button.tsx'
import { Dialog } from '../../kit/layout/dialog.tsx'
import { Rows } from '../../kit/layout/rows.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { announce } from '../../kit/states/announcements.ts'
import { Empty } from '../../kit/states/empty.tsx'
import { Loaded } from '../../kit/states/loaded.tsx'
import { useLoad } from '../../kit/states/use-load.ts'
import { securityWords } from '../../words/security.ts'
import type { SecurityProps } from '../props.ts'
import { ApiKeyRow } from './api-key-row.tsx'
import { NewApiKey } from './new-api-key.tsx'

/** What programs sign in with: made, shown once, limited, revoked. */
export function ApiKeys(props: SecurityProps) {
  const { api, onChanged } = props
  const words = securityWords.apiKeys
  const keys = useLoad(async (signal) => (await api.listApiKeys({}, { signal })).apiKeys, [api])
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey>()
  const changed = () => {
    onChanged()
    void keys.reload()
  }
  const revoke = async ({ id, label }: ApiKey) => {
    await api.revokeApiKey({ id })
    announce(words.revoked(label))
    changed()
  }
  const add = (
    <Button icon="plus" onClick={() => setMaking(true)}>
      {words.add}
    </Button>
  )
  return (
    <Section title={words.title} about={words.about} actions={add}>
      <Loaded of={keys} empty={(list) => list.length === 0} whenEmpty={<Empty icon="key">{words.empty}</Empty>}>
        {(list) => (
          <Rows>
            {list.map((key) => (
              <ApiKeyRow key={key.id} apiKey={key} own={key.id === props.ownKeyId} onRevoke={() => setRevoking(key)} />
            ))}
          </Rows>
        )}
      </Loaded>
      {making && <NewApiKey {...props} onMade={changed} onClose={() => setMaking(false)} />}
      {revoking !== undefined && (
        <Dialog
          title={words.revokeTitle(revoking.label)}
          action={words.revokeAction}
          kind="danger"
          onSubmit={() => revoke(revoking)}
          onClose={() => setRevoking(undefined)}
        >
          <p>{revoking.id === props.ownKeyId ? words.revokeOwn : words.revokeAbout}</p>
        </Dialog>
      )}
    </Section>
  )
}
