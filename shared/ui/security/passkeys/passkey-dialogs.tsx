import type { Passkey } from '../../../model/sign-in.ts'
import { Field } from '../../kit/forms/field.tsx'
import { Dialog } from '../../kit/layout/dialog.tsx'
import { securityWords } from '../../words/security.ts'
import type { SecurityProps } from '../props.ts'
import { useAgain } from '../sign-in/again-context.ts'
import { textOf } from '../text-of.ts'
import { addPasskey } from './ceremony.ts'

type DialogOf = Pick<SecurityProps, 'api'> & { onDone: (said: string) => void; onClose: () => void }
type DialogOfOne = DialogOf & { passkey: Passkey }

export function AddPasskey({ api, onDone, onClose }: DialogOf) {
  const said = securityWords.passkeys
  const again = useAgain()
  const add = async (values: FormData) => {
    const made = await again(() => addPasskey(api, textOf(values, 'name')))
    if (made === undefined) return false
    onDone(said.added(made.passkey.name))
  }
  return (
    <Dialog title={said.add} action={said.action} onSubmit={add} onClose={onClose}>
      <Field label={said.name} name="name" hint={said.nameHint} maxLength={100} />
    </Dialog>
  )
}

export function RenamePasskey({ api, passkey, onDone, onClose }: DialogOfOne) {
  const said = securityWords.passkeys
  const rename = async (values: FormData) => {
    await api.renamePasskey({ id: passkey.id, name: textOf(values, 'name') })
    onDone(said.renamed)
  }
  return (
    <Dialog title={said.renameTitle} action={said.rename} onSubmit={rename} onClose={onClose}>
      <Field label={said.name} name="name" initial={passkey.name} maxLength={100} />
    </Dialog>
  )
}

export function RemovePasskey({ api, passkey, onDone, onClose }: DialogOfOne) {
  const said = securityWords.passkeys
  const again = useAgain()
  const remove = async () => {
    const removed = await again(() => api.removePasskey({ id: passkey.id }))
    if (removed === undefined) return false
    onDone(said.removed(passkey.name))
  }
  return (
    <Dialog
      title={said.removeTitle(passkey.name)}
      action={said.removeAction}
      kind="danger"
      onSubmit={remove}
      onClose={onClose}
    >
      <p>{said.removeAbout}</p>
    </Dialog>
  )
}
