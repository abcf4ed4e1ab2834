import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { write } from '../../background/ask.ts'
import { webhooksWords } from '../../words/en/webhooks.ts'

type RemoveProps = { profileId: string; id: string; onRemoved: () => unknown; onClose: () => void }

export function RemoveWebhook({ profileId, id, onRemoved, onClose }: RemoveProps) {
  const words = webhooksWords
  const remove = async () => {
    await write(profileId, 'deleteWebhook', { id })
    await onRemoved()
    announce(words.removed)
  }
  return (
    <Dialog title={words.removeTitle} action={words.remove} kind="danger" onSubmit={remove} onClose={onClose}>
      <p>{words.removeAbout}</p>
    </Dialog>
  )
}
