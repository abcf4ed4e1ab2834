import type { Batch } from '#shared/model/batch.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Check } from '#shared/ui/kit/forms/check.tsx'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { decimalText } from '#shared/ui/kit/values/group-amount.ts'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { payBatch } from '../../../background/ask.ts'
import { shortEther } from '../../../ui/amounts/short-ether.ts'
import { type Fact, Facts } from '../../../ui/parts/facts.tsx'
import type { ScreenProps } from '../../../ui/routes/screen.ts'
import { appWords } from '../../../words/en/app.ts'
import { batchesWords } from '../../../words/en/batches/batches.ts'
import { orderWords } from '../../../words/en/orders/order.ts'
import { sendWords } from '../../../words/en/orders/send.ts'
import { rowsIn, sumsOf } from '../model.ts'
import { walletNameOf } from '../names.ts'
import { Cautions } from '../report/cautions.tsx'
import { Sums } from '../sums.tsx'
import '../../../ui/styles/order.css'

type ReviewProps = ScreenProps & { batch: Batch; onBack: () => void; onBegun: () => Promise<unknown> }

/** What a draft comes to, once more, and the one button that pays it. What is doubtful has to be ticked. */
export function ReviewBatch({ batch, profile, view, onBack, onBegun }: ReviewProps) {
  const words = batchesWords
  const { id, report } = batch
  const [rows, flawed] = [rowsIn(batch, 'WAITING'), rowsIn(batch, 'INVALID')]
  const start = async () => {
    try {
      await payBatch(profile.id, 'startBatch', { id, skipFlaws: flawed > 0 })
      announce(words.begun)
    } finally {
      // Also after a failure: the screen shows the gateway's state.
      await onBegun()
    }
  }
  const facts: Fact[] = [
    // The decider sees all of it, even if amounts are hidden elsewhere.
    { name: words.sum, value: <Sums sums={sumsOf(report)} view={view} hidden={false} size="l" /> },
    { name: words.pays, value: words.payments(rows) },
    {
      name: sendWords.from,
      value: report.totals.map(({ walletId, token, amount }) => (
        <p key={`${walletId} ${token}`}>
          <bdi class="fact-label">{walletNameOf(walletId, view)}</bdi>
          <Sums sums={[{ token, amount }]} view={view} hidden={false} />
        </p>
      )),
    },
    ...report.gas.map(({ walletId, needs, covered }) => ({
      name: report.gas.length > 1 ? `${orderWords.fee}, ${walletNameOf(walletId, view)}` : orderWords.fee,
      value: covered === null ? words.covered.unknown : `${decimalText(shortEther(needs))} ETH`,
    })),
    { name: words.takes, value: words.lasts(report.seconds) },
    { name: words.made, value: <Time at={report.at} as="moment" /> },
  ]
  return (
    <Form
      action={words.confirm(rows)}
      buttonsAt="foot"
      buttons={<Button onClick={onBack}>{appWords.back}</Button>}
      onSubmit={start}
    >
      <div class="stack">
        <p class="soft">{words.reviewAbout}</p>
        <Cautions batch={batch} />
        <Card>
          <Facts facts={facts} />
        </Card>
      </div>
      {flawed > 0 && <Check name="skipFlaws" label={words.leaveOut} required title={words.tick} />}
      {report.duplicates > 0 && <Check name="meant" label={words.meant} required title={words.tick} />}
    </Form>
  )
}
