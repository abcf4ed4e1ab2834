import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { BatchReport, Duplicate } from '#shared/model/batch.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Row, Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { nameOf } from '#shared/ui/kit/values/name-of.ts'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { plainLine } from '../../../plain-text.ts'
import { routeHash } from '../../../ui/routes/route.ts'
import { approvalsWords } from '../../../words/en/approvals/approvals.ts'
import { batchesWords } from '../../../words/en/batches/batches.ts'
import { twinOf } from '../model.ts'
import { placeOf } from '../names.ts'
import { FlawText } from './flaw-text.tsx'

/** Rows that need a hand, each by its place in the file. */
export function Findings({ report }: { report: BatchReport }) {
  const words = batchesWords
  const { flaws, firstFlaws, duplicates, firstDuplicates, firstVerdicts = [], denied = 0, waits = 0 } = report
  return (
    <>
      <Found title={words.complaints} about={words.complaintsAbout} list={firstFlaws} total={flaws}>
        {(flaw) => (
          <Row
            title={
              <>
                {placeOf(flaw)}
                {flaw.column !== '' && <bdi class="batch-column">{plainLine(flaw.column, 60)}</bdi>}
              </>
            }
            meta={[<FlawText key="flaw" flaw={flaw} />]}
          />
        )}
      </Found>
      <Found title={words.duplicates} about={words.duplicatesAbout} list={firstDuplicates} total={duplicates}>
        {twinRow}
      </Found>
      <Found title={words.verdicts} about={words.verdictsAbout} list={firstVerdicts} total={denied + waits}>
        {({ is, rule, of, ...place }) => (
          <Row
            title={placeOf(place)}
            meta={[
              <Tag
                key="is"
                tone={is === 'denied' ? 'danger' : 'warn'}
                icon={is === 'denied' ? 'warning' : 'shield-check'}
              >
                {words.verdict[is]}
              </Tag>,
              `${nameOf(approvalsWords.rules, rule)} ${nameOf(approvalsWords.policies, of)}.`,
            ]}
          />
        )}
      </Found>
      {flaws + duplicates + denied + waits === 0 && <p class="soft">{words.nothingFound}</p>}
    </>
  )
}

const twinRow = (duplicate: Duplicate) => (
  <Row title={placeOf(duplicate)} meta={[<TwinText key="twin" duplicate={duplicate} />]} />
)

/** Rows that may be paid twice, and what pays the same. */
export function Twins({ list, total }: { list: readonly Duplicate[]; total: number }) {
  return (
    <Listed label={batchesWords.duplicates} list={list} total={total}>
      {twinRow}
    </Listed>
  )
}

type ListedProps<T> = {
  label: string
  list: readonly T[]
  /** How many there are, of which the list may name the first alone. */
  total: number
  children: (each: T) => ComponentChildren
}

function Found<T>({ title, about, ...listed }: Omit<ListedProps<T>, 'label'> & { title: string; about: string }) {
  if (listed.list.length === 0) return null
  return (
    <Section title={title} about={about}>
      <Listed label={title} {...listed} />
    </Section>
  )
}

/** So many at once: a file with more has one thing wrong with it. */
const SHOWN = 10

function Listed<T>({ label, list, total, children }: ListedProps<T>) {
  const words = batchesWords
  const [shown, setShown] = useState(SHOWN)
  const listed = Math.min(shown, list.length)
  return (
    <>
      <Rows label={label}>{list.slice(0, listed).map(children)}</Rows>
      {listed < total && <p class="hint">{words.listed(listed, total)}</p>}
      {listed < list.length && (
        <Button wide onClick={() => setShown(shown * 4)}>
          {words.more}
        </Button>
      )}
    </>
  )
}

function TwinText({ duplicate }: { duplicate: Duplicate }) {
  const words = batchesWords
  const twin = twinOf(duplicate)
  switch (twin?.is) {
    case 'row':
      return <>{words.asRow(twin.row)}</>
    case 'batch':
    case 'payment': {
      const [name, said] =
        twin.is === 'batch' ? (['batches', words.asBatch] as const) : (['transaction', words.asPayment] as const)
      return (
        <>
          <a href={routeHash(name, { id: twin.id })}>{said}</a>
          {twin.at !== null && (
            <>
              {', '}
              <Time at={twin.at} as="moment" />
            </>
          )}
        </>
      )
    }
    default:
      return null
  }
}
