import type { Batch } from '#shared/model/batch.ts'
import { Row, Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { amountText, decimalText } from '#shared/ui/kit/values/group-amount.ts'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { plainToken } from '../../../plain-text.ts'
import { isConfidential } from '../../../ui/amounts/confidential.ts'
import { PrivateAmount } from '../../../ui/amounts/private-amount.tsx'
import { shortEther } from '../../../ui/amounts/short-ether.ts'
import { Facts } from '../../../ui/parts/facts.tsx'
import type { ScreenProps } from '../../../ui/routes/screen.ts'
import { batchesWords } from '../../../words/en/batches/batches.ts'
import { orderWords } from '../../../words/en/orders/order.ts'
import { walletNameOf } from '../names.ts'
import { Cautions } from './cautions.tsx'
import { Findings } from './findings.tsx'

type ReportProps = Pick<ScreenProps, 'view' | 'settings'> & {
  batch: Batch
  /** Of a batch that was started it is history. */
  folded?: boolean
}

/** What the check of a draft has found. */
export function Report({ folded = false, ...props }: ReportProps) {
  const words = batchesWords
  if (!folded) {
    return (
      <>
        <Cautions batch={props.batch} />
        <Totals {...props} />
        <Findings report={props.batch.report} />
      </>
    )
  }
  return (
    <details class="card batch-report">
      <summary class="summary">{words.report}</summary>
      <div class="stack">
        <Totals {...props} />
        <Findings report={props.batch.report} />
      </div>
    </details>
  )
}

/** Wallets of an account are far fewer; a hostile gateway may claim any number. */
const WALLETS_MAX = 100

function Totals({ batch: { report }, view, settings }: Omit<ReportProps, 'folded'>) {
  const words = batchesWords
  return (
    <Section title={words.totals}>
      <Rows label={words.totals}>
        {report.totals.slice(0, WALLETS_MAX).map(({ walletId, token, rows, amount, available, covered }) => {
          const hidden = settings.hideConfidential && isConfidential(token, view?.balances?.list)
          return (
            <Row
              key={`${walletId} ${token}`}
              icon="wallet"
              title={<bdi>{walletNameOf(walletId, view)}</bdi>}
              meta={[
                words.payments(rows),
                <span key="cover" class="tags">
                  <Covered covered={covered} />
                  {available !== null && !hidden && (
                    <span class="soft">{words.available(`${amountText(available)} ${plainToken(token)}`)}</span>
                  )}
                </span>,
              ]}
              end={<PrivateAmount value={amount} token={plainToken(token)} hidden={hidden} />}
            />
          )
        })}
        {report.gas.slice(0, WALLETS_MAX).map(({ walletId, needs, has, covered }) => (
          <Row
            key={walletId}
            icon="fund"
            title={orderWords.fee}
            meta={[
              <bdi key="wallet">{walletNameOf(walletId, view)}</bdi>,
              <span key="cover" class="tags">
                <Covered covered={covered} />
                {has !== null && <span class="soft">{words.has(decimalText(shortEther(has)))}</span>}
              </span>,
            ]}
            end={covered === null ? words.covered.unknown : `${decimalText(shortEther(needs))} ETH`}
          />
        ))}
      </Rows>
      <div class="batch-totals">
        <Facts
          facts={[
            { name: words.takes, value: words.lasts(report.seconds) },
            { name: words.proofs, value: report.proofs === 0 ? undefined : String(report.proofs) },
            { name: words.made, value: <Time at={report.at} as="moment" /> },
          ]}
        />
      </div>
    </Section>
  )
}

function Covered({ covered }: { covered: boolean | null }) {
  const words = batchesWords.covered
  if (covered === null) return <Tag icon="info">{words.unknown}</Tag>
  return covered ? (
    <Tag tone="ok" icon="check">
      {words.yes}
    </Tag>
  ) : (
    <Tag tone="danger" icon="warning">
      {words.no}
    </Tag>
  )
}
