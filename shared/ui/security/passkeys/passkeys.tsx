import { useState } from 'preact/hooks'
import type { Passkey } from '../../../model/sign-in.ts'
import { Button } from '../../kit/buttons/button.tsx'
import { Rows } from '../../kit/layout/rows.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { announce } from '../../kit/states/announcements.ts'
import { Empty } from '../../kit/states/empty.tsx'
import { Loaded } from '../../kit/states/loaded.tsx'
import { useLoad } from '../../kit/states/use-load.ts'
import { securityWords } from '../../words/security.ts'
import type { SecurityProps } from '../props.ts'
import { passkeyObstacle } from './ceremony.ts'
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-dialogs.tsx'
import { PasskeyRow } from './passkey-row.tsx'

type Doing = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

/** Passkeys of the account: added, renamed, removed. */
export function Passkeys(props: SecurityProps) {
  const { api, origin, onChanged } = props
  const words = securityWords.passkeys
  const passkeys = useLoad(async (signal) => (await api.listPasskeys({}, { signal })).passkeys, [api])
  const [doing, setDoing] = useState<Doing>()
  const obstacle = passkeyObstacle(origin)
  const dialog = {
    ...props,
    onClose: () => setDoing(undefined),
    onDone: (text: string) => {
      announce(text)
      onChanged()
      void passkeys.reload()
    },
  }
  const add = obstacle === undefined && (
    <Button icon="plus" onClick={() => setDoing({ what: 'add' })}>
      {words.add}
    </Button>
  )
  const about = obstacle === undefined ? words.about : `${words.about} ${obstacle}`
  return (
    <Section title={words.title} about={about} actions={add}>
      <Loaded of={passkeys} empty={(list) => list.length === 0} whenEmpty={<Empty icon="passkey">{words.empty}</Empty>}>
        {(list) => (
          <Rows>
            {list.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRename={() => setDoing({ what: 'rename', passkey })}
                onRemove={() => setDoing({ what: 'remove', passkey })}
              />
            ))}
          </Rows>
        )}
      </Loaded>
      {doing?.what === 'add' && <AddPasskey {...dialog} />}
      {doing?.what === 'rename' && <RenamePasskey {...dialog} passkey={doing.passkey} />}
      {doing?.what === 'remove' && <RemovePasskey {...dialog} passkey={doing.passkey} />}
    </Section>
  )
}
