import type { Passkey } from '../../../model/sign-in.ts'
import { Field } from '../../kit/forms/field.tsx'
import { Dialog } from '../../kit/layout/dialog.tsx'
import { securityWords } from '../../words/security.ts'
import type { SecurityProps } from '../props.ts'
import { useAgain } from '../sign-in/again-context.ts'
import { textOf } from '../text-of.ts'
import { addPasskey } from './ceremony.ts'

type DialogOf = Pick<SecurityProps, 'api'> & { onDone: (text: string) => void; onClose: () => void }
type DialogOfOne = DialogOf & { passkey: Passkey }

export function AddPasskey({ api, onDone, onClose }: DialogOf) {
  const words = securityWords.passkeys
  const again = useAgain()
  const add = async (values: FormData) => {
    const made = await again(() => addPasskey(api, textOf(values, 'name')))
    if (made === undefined) return false
    onDone(words.added(made.passkey.name))
  }
  return (
    <Dialog title={words.add} action={words.action} onSubmit={add} onClose={onClose}>
      <Field label={words.name} name="name" hint={words.nameHint} maxLength={100} />
    </Dialog>
  )
}

export function RenamePasskey({ api, passkey, onDone, onClose }: DialogOfOne) {
  const words = securityWords.passkeys
  const rename = async (values: FormData) => {
    await api.renamePasskey({ id: passkey.id, name: textOf(values, 'name') })
    onDone(words.renamed)
  }
  return (
    <Dialog title={words.renameTitle} action={words.rename} onSubmit={rename} onClose={onClose}>
      <Field label={words.name} name="name" initial={passkey.name} maxLength={100} />
    </Dialog>
  )
}

export function RemovePasskey({ api, passkey, onDone, onClose }: DialogOfOne) {
  const words = securityWords.passkeys
  const again = useAgain()
  const remove = async () => {
    const removed = await again(() => api.removePasskey({ id: passkey.id }))
    if (removed === undefined) return false
    onDone(words.removed(passkey.name))
  }
  return (
    <Dialog
      title={words.removeTitle(passkey.name)}
      action={words.removeAction}
      kind="danger"
      onSubmit={remove}
      onClose={onClose}
    >
      <p>{words.removeAbout}</p>
    </Dialog>
  )
}
