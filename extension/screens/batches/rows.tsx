import { useEffect, useState } from 'preact/hooks'
import { type Batch, type BatchRow, type RowFlaw, RowStatus } from '#shared/model/batch.ts'
import { parseAmount } from '#shared/model/money.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { SelectField } from '#shared/ui/kit/forms/select-field.tsx'
import { Row, Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { amountsIn } from '#shared/ui/kit/values/group-amount.ts'
import { read } from '../../background/ask.ts'
import { plainLine, plainToken } from '../../plain-text.ts'
import { isConfidential } from '../../ui/amounts/confidential.ts'
import { PrivateAmount } from '../../ui/amounts/private-amount.tsx'
import { partyName } from '../../ui/arrivals/names.ts'
import { useCardNames } from '../../ui/arrivals/use-card-names.ts'
import { useOnChange } from '../../ui/live/use-on-change.ts'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { batchesWords } from '../../words/en/batches/batches.ts'
import { rowsIn, signOfRows } from './model.ts'
import { placeOf } from './names.ts'
import { FlawText } from './report/flaw-text.tsx'
import { RowTag } from './tags.tsx'

const PAGE = 20

type RowsProps = ScreenProps & { batch: Batch }

/** Its rows in their order, page by page: all of them, or those of one status. */
export function BatchRows({ batch, ...props }: RowsProps) {
  const words = batchesWords
  const [status, setStatus] = useState<RowStatus>()
  const [page, setPage] = useState(1)
  const { id } = batch
  const query = { id, page, pageSize: PAGE, ...(status !== undefined && { status }) }
  const rows = useLoad(() => read(props.profile.id, 'listBatchRows', query), [props.profile.id, id, page, status])
  useOnChange(signOfRows(batch), rows.reload)
  // While a page loads, the batch itself says how many there are.
  const total = rows.is === 'ready' ? rows.value.total : status === undefined ? batch.rows : rowsIn(batch, status)
  const last = rows.is === 'ready' ? Math.max(1, Math.ceil(total / PAGE)) : page
  // Rows leave a status while it is looked at: its last page may be gone.
  useEffect(() => {
    if (page > last) setPage(last)
  }, [page, last])
  const options = RowStatus.options.filter((each) => rowsIn(batch, each) > 0 || each === status)
  return (
    <Section title={words.rows}>
      {options.length > 1 && (
        <SelectField
          label={words.show}
          name="status"
          options={[
            ['', words.all(batch.rows)],
            ...options.map((each) => [each, words.ofRows(words.rowStatuses[each], rowsIn(batch, each))] as const),
          ]}
          value={status ?? ''}
          onChange={(chosen) => {
            setStatus(RowStatus.safeParse(chosen).data)
            setPage(1)
          }}
        />
      )}
      <Loaded of={rows} empty={({ items }) => items.length === 0} whenEmpty={<p class="soft">{words.noRows}</p>}>
        {({ items }) => (
          <Rows label={words.rows}>
            {items.slice(0, PAGE).map((row) => (
              <OneRow key={row.row} row={row} flaws={flawsOf(batch, row)} {...props} />
            ))}
          </Rows>
        )}
      </Loaded>
      {/* Beside what loads, so that a button keeps the focus. */}
      {total > PAGE && (
        <>
          <p class="hint" role="status">
            {words.page((page - 1) * PAGE + 1, Math.min(page * PAGE, total), total)}
          </p>
          <div class="buttons">
            <Button off={page === 1} onClick={() => setPage(page - 1)}>
              {words.earlier}
            </Button>
            <Button off={page * PAGE >= total} onClick={() => setPage(page + 1)}>
              {words.later}
            </Button>
          </div>
        </>
      )}
    </Section>
  )
}

/** The longest reason of a gateway that a list has room for. */
const LONGEST = 300

/** Of a row that is not payable, as far as the report lists them. */
function flawsOf({ report }: Batch, { row, status }: BatchRow): RowFlaw[] {
  return status === 'INVALID' ? report.firstFlaws.filter((flaw) => flaw.row === row) : []
}

function OneRow({ row, flaws, profile, view, settings }: ScreenProps & { row: BatchRow; flaws: RowFlaw[] }) {
  const words = batchesWords
  const { status, to, name, token, amount, error, transactionId, externalId, retryOf, retriedAs } = row
  const list = view?.balances?.list
  const cards = useCardNames(profile.id)
  const payee = name === null ? '' : plainLine(name, 60)
  const party = to === null ? words.noAddress : partyName(to, list, cards)
  const title = <bdi>{payee === '' ? party : payee}</bdi>
  const hidden = settings.hideConfidential && isConfidential(token ?? '', list)
  return (
    <Row
      title={
        transactionId === null ? (
          title
        ) : (
          <a class="row-link" href={routeHash('transaction', { id: transactionId })}>
            {title}
          </a>
        )
      }
      meta={[
        <>
          {placeOf(row)}
          {payee !== '' && to !== null && (
            <>
              {' · '}
              <bdi>{party}</bdi>
            </>
          )}
          {externalId !== null && (
            <>
              {' · '}
              <bdi>{plainLine(externalId, 60)}</bdi>
            </>
          )}
        </>,
        <span key="status" class="tags">
          <RowTag status={status} />
          {retryOf !== null && <span class="soft">{words.retryOf(retryOf)}</span>}
          {retriedAs !== null && <span class="soft">{words.retriedAs(retriedAs)}</span>}
        </span>,
        ...flaws.map((flaw) => (
          <span key={flaw.column} class="batch-error">
            {flaw.column !== '' && (
              <>
                <bdi>{plainLine(flaw.column, 60)}</bdi>
                {' · '}
              </>
            )}
            <FlawText flaw={flaw} />
          </span>
        )),
        error !== null && flaws.length === 0 && (
          <span key="error" class="batch-error" lang="en">
            {amountsIn(plainLine(error, LONGEST), hidden)}
          </span>
        ),
      ]}
      end={amount !== null && <RowAmount amount={amount} token={token} hidden={hidden} />}
    />
  )
}

/** Where a row has a flaw, its amount is what the file has, whatever that may be. */
function RowAmount({ amount, token, hidden }: { amount: string; token: string | null; hidden: boolean }) {
  if (parseAmount(amount) === undefined) return hidden ? null : <bdi class="soft">{plainLine(amount, 30)}</bdi>
  return <PrivateAmount value={amount} token={token === null ? '' : plainToken(token)} hidden={hidden} />
}
