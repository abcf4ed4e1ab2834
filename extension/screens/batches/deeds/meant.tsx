import { useState } from 'preact/hooks'
import { failureOf } from '#shared/client-failure.ts'
import type { Duplicate } from '#shared/model/batch.ts'
import { Check } from '#shared/ui/kit/forms/check.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { type Elsewhere, elsewhereIn } from '../../../problem.ts'
import { batchesWords } from '../../../words/en/batches/batches.ts'
import { Twins } from '../report/findings.tsx'

/**
 * Pays rows, for a dialog. Once the gateway has said which of them were paid elsewhere since, the dialog stays, shows them, and is
 * submitted again only by a person who means them.
 */
export function useMeant(pay: (meant: { payDuplicates?: true }) => Promise<unknown>) {
  const [elsewhere, setElsewhere] = useState<Elsewhere>()
  const submit = async (): Promise<boolean> => {
    try {
      await pay(elsewhere === undefined ? {} : { payDuplicates: true })
      return true
    } catch (error) {
      const found = elsewhereIn(failureOf(error))
      if (found === undefined) throw error
      setElsewhere(found)
      return false
    }
  }
  return { elsewhere, submit }
}

export function Meant({ elsewhere }: { elsewhere: Elsewhere | undefined }) {
  const words = batchesWords
  if (elsewhere === undefined) return null
  const { duplicates, firstDuplicates } = elsewhere
  return (
    <>
      <Refused what={words.cautions.duplicates(duplicates)} todo={words.elsewhereAbout} />
      <Twins list={firstDuplicates.map(asDuplicate)} total={duplicates} />
      <Check name="meant" label={words.meant} required title={words.tick} />
    </>
  )
}

/** The gateway tells neither the line of a row nor when its payment was made. */
const asDuplicate = ({ row, of }: Elsewhere['firstDuplicates'][number]): Duplicate => ({
  ...{ row, line: null },
  of: { row: null, at: null, ...of },
})
