import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { payWords } from '../../words/en/requests.ts'
import { Notice } from '../parts/notice.tsx'
import { goPay } from './pay-draft.ts'

/** A request where something else was expected: it has a screen of its own, to be paid as it says. */
export function IsRequest({ profileId, text }: { profileId: string; text: string }) {
  return (
    <Notice
      title={payWords.isRequest}
      action={
        <Button icon="send" onClick={() => goPay(profileId, text)}>
          {payWords.open}
        </Button>
      }
    />
  )
}
