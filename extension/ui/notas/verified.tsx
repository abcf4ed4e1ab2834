import type { ComponentChildren } from 'preact'
import type { NotaVerification } from '#shared/model/nota.ts'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import type { Load } from '#shared/ui/kit/states/use-load.ts'

export type VerifiedProps = {
  of: Load<NotaVerification | undefined>
  children: (verdict: NotaVerification) => ComponentChildren
}

/** What the gateway says of a nota, or why it is none: what it refused once it refuses for ever. */
export function Verified({ of, children }: VerifiedProps) {
  if (of.is === 'refused' && of.failure.code === 'invalid_nota') return <Refused failure={of.failure} />
  return <Loaded of={of}>{(verdict) => verdict && children(verdict)}</Loaded>
}
