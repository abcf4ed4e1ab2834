import { useState } from 'preact/hooks'
import type { NewBatch as Asked } from '#shared/api/batches.ts'
import { Failed, failureOf } from '#shared/client-failure.ts'
import type { WalletBalances } from '#shared/model/balances.ts'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { SelectField } from '#shared/ui/kit/forms/select-field.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { flawsOf } from '#shared/ui/kit/states/failure-words.ts'
import { textOf } from '#shared/ui/security/text-of.ts'
import { write } from '../../../background/ask.ts'
import { plainLine, plainToken } from '../../../plain-text.ts'
import { useBalances } from '../../../ui/amounts/use-balances.ts'
import { MayNotPay } from '../../../ui/orders/may-not-pay.tsx'
import { useRequestKey } from '../../../ui/orders/use-request-key.ts'
import { Choice } from '../../../ui/parts/choice.tsx'
import { Heading } from '../../../ui/parts/heading.tsx'
import { go } from '../../../ui/routes/route.ts'
import type { ScreenProps } from '../../../ui/routes/screen.ts'
import { custodialOf, wishedOf } from '../../../ui/wallets/wallet-choice.ts'
import { WalletPicker } from '../../../ui/wallets/wallet-picker.tsx'
import { WithWallets } from '../../../ui/wallets/with-wallets.tsx'
import { batchesWords } from '../../../words/en/batches/batches.ts'
import { orderWords } from '../../../words/en/orders/order.ts'
import { sendWords } from '../../../words/en/orders/send.ts'
import type { BatchFile } from './file.ts'
import { FileDrop } from './file-drop.tsx'
import { useBatchFile } from './use-batch-file.ts'

/** A file of payments, which the gateway checks: nothing is paid before its report was seen. */
export function NewBatch(props: ScreenProps) {
  const balances = useBalances(props)
  // Before there is a form: a file may be dropped as soon as the screen is there.
  const given = useBatchFile()
  const cannotPay = balances.is === 'ready' && custodialOf(balances.value).length === 0
  return (
    <>
      <Heading back="batches">{batchesWords.makeTitle}</Heading>
      <MayNotPay profile={props.profile} />
      {!cannotPay && <FileDrop {...given} />}
      <WithWallets of={balances}>
        {(all) => <BatchForm {...props} list={custodialOf(all)} file={given.file} />}
      </WithWallets>
    </>
  )
}

type FieldName = keyof typeof batchesWords.fields
const fields = ['amount', 'to', 'name', 'externalId', 'memo', 'walletId', 'token'] as const satisfies FieldName[]

type FormProps = ScreenProps & { list: WalletBalances[]; file: BatchFile | undefined }

function BatchForm({ profile, params, list, file }: FormProps) {
  const words = batchesWords
  const [walletId, setWalletId] = useState(params.get('wallet'))
  const [source, setSource] = useState<'confidential' | 'normal'>('confidential')
  const [columnsAsked, setColumnsAsked] = useState(false)
  const keyOf = useRequestKey()
  const wished = wishedOf(list, walletId)
  if (wished === undefined) return null
  const { from, gone } = wished

  const check = async (values: FormData) => {
    if (file === undefined) throw new Failed({ code: 'no_file', message: words.noFile })
    const name = textOf(values, 'name').trim()
    const columns = Object.fromEntries(
      fields.map((field) => [field, textOf(values, `columns.${field}`)]).filter(([, column]) => column !== ''),
    )
    const asked: Asked = {
      [file.kind]: file.text,
      walletId: from.wallet.id,
      token: from[source].token,
      ...(name !== '' && { name }),
      ...(Object.keys(columns).length > 0 && { columns }),
    }
    try {
      // Pressed again after no answer it is the same batch.
      const { batch } = await write(profile.id, 'createBatch', asked, keyOf(JSON.stringify(asked)))
      announce(words.checked)
      go('batches', { id: batch.id })
    } catch (error) {
      if (flawsOf(failureOf(error).details).some(({ path }) => path.startsWith('columns'))) setColumnsAsked(true)
      throw error
    }
  }

  return (
    <Form action={words.check} wide buttonsAt="foot" onSubmit={check}>
      <WalletPicker
        label={words.wallet}
        name="walletId"
        list={list}
        value={from.wallet.id}
        onChange={setWalletId}
        hint={words.walletHint}
        error={gone ? orderWords.walletGone : undefined}
      />
      <Choice
        legend={words.token}
        name="token"
        options={[
          { value: 'confidential', title: plainToken(from.confidential.token), about: sendWords.hidden },
          { value: 'normal', title: plainToken(from.normal.token), about: sendWords.open },
        ]}
        value={source}
        onChange={setSource}
      />
      <p class="hint">{words.tokenHint}</p>
      <Field label={words.name} name="name" hint={words.nameHint} optional maxLength={100} />
      {file !== undefined && file.header.length > 0 && (
        // Another file has other columns.
        <Columns key={file.text} header={file.header} asked={columnsAsked} />
      )}
    </Form>
  )
}

/** Which column of a table has what, where its name does not tell. */
function Columns({ header, asked }: { header: readonly string[]; asked: boolean }) {
  const words = batchesWords
  const options = [['', words.byName] as const, ...header.map((name) => [name, plainLine(name, 60)] as const)]
  return (
    <details class="card batch-columns" open={asked}>
      <summary class="summary">{words.columns}</summary>
      <p class="hint">{words.columnsAbout}</p>
      <div class="batch-fields">
        {fields.map((field) => (
          <SelectField key={field} label={words.fields[field]} name={`columns.${field}`} options={options} initial="" />
        ))}
      </div>
    </details>
  )
}
