import type { ComponentChildren } from 'preact'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { saveFile } from '#shared/ui/kit/buttons/save-file.ts'
import { type Action, useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { ask, read } from '../../background/ask.ts'
import { receiptFileWords } from '../../words/en/payments/transaction.ts'
import { fileName } from '../notas/file-name.ts'
import { Notice } from '../parts/notice.tsx'

export type ReceiptButtonsProps = {
  profileId: string
  id: string
  /** Another button beside them. */
  further?: ComponentChildren
}

/** The receipt of a transaction, as a file or kept here: as the gateway signed it, to the last byte. */
export function ReceiptButtons({ profileId, id, further }: ReceiptButtonsProps) {
  // Its name says which, and never how much.
  const name = fileName(receiptFileWords.fileName(id), 'nota')
  const receipt = async () => (await read(profileId, 'getTransactionNota', { id })).nota
  const get = useAction(async () => {
    saveFile(name, await receipt())
    announce(receiptFileWords.got)
  })
  const keep = useAction(async () => {
    await ask('nota.save', { profileId, kind: 'receipt', name, text: await receipt() })
    announce(receiptFileWords.kept)
  })
  return (
    <>
      <div class="buttons">
        <Button icon="download" busy={get.busy} onClick={get.run}>
          {receiptFileWords.get}
        </Button>
        <Button icon="receipt" busy={keep.busy} onClick={keep.run}>
          {receiptFileWords.keep}
        </Button>
        {further}
      </div>
      <Said action={get} />
      <Said action={keep} />
    </>
  )
}

function Said({ action: { failure, run } }: { action: Action }) {
  if (failure === undefined) return null
  if (failure.code === 'receipt_unavailable') return <Notice icon="clock">{receiptFileWords.notYet}</Notice>
  return <Refused failure={failure} onRetry={run} />
}
