import { ShownOnce } from '#shared/ui/security/shown-once.tsx'
import { webhooksWords } from '../../words/en/webhooks.ts'

/** The one time that the secret of a webhook is seen. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const words = webhooksWords
  return (
    <ShownOnce
      title={words.secretTitle}
      text={secret}
      copy={words.secretCopy}
      file={{ name: 'sotto-webhook-secret.txt', text: `${secret}\n` }}
      onClose={onClose}
    >
      <p>{words.secretAbout}</p>
      <p class="secret">{secret}</p>
    </ShownOnce>
  )
}
