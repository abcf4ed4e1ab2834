import type { NotaVerification } from '#shared/model/nota.ts'
import { type Load, useLoad } from '#shared/ui/kit/states/use-load.ts'
import { read } from '../../background/ask.ts'

/** What the gateway says is in a nota. The wallet itself never looks into one. Undefined where there is none to ask about. */
export function useVerified(profileId: string, nota: string | undefined): Load<NotaVerification | undefined> {
  return useLoad(
    async () => (nota === undefined ? undefined : read(profileId, 'verifyNota', { nota })),
    [profileId, nota],
  )
}
