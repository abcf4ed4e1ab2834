import { describe, expect, test } from 'vitest'
import { csvRows } from './csv.ts'
import type { Fields } from './given.ts'
import { pain001Rows } from './pain001.ts'

const flawsIn = (csv: string, chosen?: Fields) =>
  csvRows(csv, chosen).rows.map(({ flaws = [] }) => flaws.map(({ column, reason }) => [column, reason]))
const columnsIn = (header: string, chosen?: Fields) =>
  csvRows(`${header}\n${header.replaceAll(/[^,;\t]+/g, 'x')}\n`, chosen).columns

describe('a currency beside the amount', () => {
  test.each([
    ...['currency', 'Currency Code', 'CCY', 'Devise', 'Währung', 'Waehrung', 'Moneda', 'Divisa'],
    ...['Amount Currency', 'Transaction Currency', 'Target currency', 'Currency ISO', 'Währungscode', 'WKZ Umsatz'],
  ])('is read under the name %s: only dollars are paid', (name) => {
    const cells = ['USD', 'usd', ' ', 'EUR', 'cSTABLE', 'dollars']
    const foreign = [[name, 'currency']]
    expect(flawsIn(`amount,${name},to\n${cells.map((cell) => `10,${cell},0x1\n`).join('')}`)).toEqual([
      ...[[], [], []],
      ...[foreign, foreign, foreign],
    ])
  })

  test.each(['Devisenkurs', 'Currency Rate', 'Acc Year'])('is not what %s says', (name) => {
    expect(flawsIn(`amount,${name},to\n10,1.0834,0x1\n`)).toEqual([[]])
  })

  test('is not read in a column that was chosen as another field', () => {
    const csv = 'Amount in currency,Cryptocurrency address\n1,0x1\n'
    expect(flawsIn(csv, { amount: 'Amount in currency', to: 'Cryptocurrency address' })).toEqual([[]])
    expect(flawsIn('amount,Devise,to\n1,EUR,0x1\n', { token: 'Devise' })).toEqual([[]])
  })

  test('is told beside a cell too many, and not of a row whose quotes do not match', () => {
    expect(flawsIn('amount,Devise,to\n1,EUR,0x1,x\n"1"2,EUR,0x1\n')).toEqual([
      [
        ['Devise', 'currency'],
        ['', 'cells'],
      ],
      [['amount', 'quotes']],
    ])
  })
})

const refusedOf = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return (error as { details: { path: string; message: string }[] }).details[0]
  }
}

describe('a currency in the name of the amount', () => {
  test.each([
    'Amount (€)',
    'Betrag €',
    'Total EUR',
    'Betrag in CHF',
    'montant_en_eur',
    'Amount (EUR/USD)',
    '¥ amount',
    'Amount (元)',
  ])('refuses %s until that is chosen', (name) => {
    expect(refusedOf(() => columnsIn(`${name},to`))).toEqual({
      path: 'columns.amount',
      message: `the column "${name}" is in another currency than USD: name it as the amount if it is in USD after all`,
    })
    expect(columnsIn(`${name},to`, { amount: name })).toMatchObject({ amount: name })
  })

  test.each(['Amount (USD)', 'Amount USD', 'Betrag in USD', 'Amount ($)', 'Total (US$)', 'amount_usd'])(
    'is no question in %s',
    (name) => {
      for (const separator of [',', ';', '\t'])
        expect(columnsIn(`Name,${name},to`.replaceAll(',', separator))).toMatchObject({ amount: name, to: 'to' })
    },
  )

  test.each(['Amount in', 'Total all', 'Amount top'])('is not what %s says, which is another name', (name) => {
    expect(refusedOf(() => columnsIn(`${name},to`))).toMatchObject({
      path: 'columns.amount',
      message: expect.stringMatching(/^no column is known as the amount/),
    })
  })

  test('beside another amount is one of two', () => {
    expect(refusedOf(() => columnsIn('Amount (EUR),Amount (USD),to'))).toMatchObject({
      message: expect.stringMatching(/: name one of "Amount \(EUR\)", "Amount \(USD\)"$/),
    })
  })
})

describe('of two columns that may say what is paid, or to whom, none is taken', () => {
  test.each([
    ['Invoice,Amount,Amount due,Address', 'amount', 'the amount: name one of "Amount", "Amount due"'],
    ['Betrag;Nettobetrag;Adresse', 'amount', 'the amount: name one of "Betrag", "Nettobetrag"'],
    ['amount,amount,to', 'amount', 'the amount: name one of "amount", "amount"'],
    ['Name,Address,Wallet address,Amount', 'to', 'the address to pay to: name one of "Address", "Wallet address"'],
  ])('%s', (header, field, message) => {
    const refused = { path: `columns.${field}`, message: `more than one column is known as ${message}` }
    expect(refusedOf(() => columnsIn(header))).toEqual(refused)
  })

  test('but the one that was named, or the one that is left', () => {
    const header = 'Invoice,Amount,Amount due,Address'
    expect(columnsIn(header, { amount: 'Amount due' })).toMatchObject({ amount: 'Amount due' })
    expect(columnsIn(header, { memo: 'Amount' })).toMatchObject({ amount: 'Amount due', memo: 'Amount' })
  })

  test('nor where a name that was chosen stands twice', () => {
    expect(refusedOf(() => columnsIn('Amount,Amount,to', { amount: 'Amount' }))).toEqual({
      path: 'columns.amount',
      message: 'there is more than one column "Amount" in the header: rename the others',
    })
    expect(columnsIn('Note,Note,amount,to', { memo: 'Note' })).toMatchObject({ memo: 'Note' })
  })

  test.each([
    'amount,amount in words,to',
    '*ContactName,EmailAddress,POAddressLine1,*InvoiceNumber,Total,*UnitAmount,TaxAmount,Currency,to,amount paid',
    'row,line,status,walletId,amount,token,to,name,externalId,memo,transactionId,txHash,error,retryOf,retriedAs',
    'amount,to,toWalletId,nota,invoice,reference,note,description',
  ])('and others need no question: %s', (header) => {
    expect(columnsIn(header)).toMatchObject({ amount: expect.stringMatching(/^(amount|Total)$/), to: 'to' })
  })
})

describe('a point before three digits', () => {
  const flawsOf = (separator: string, amount: string) =>
    flawsIn(`amount,to\n${amount},0x1\n`.replaceAll(',', separator))

  test.each(['2.500', '1.234', '999.999.999'])(
    'stands for thousands perhaps, among semicolons or tabs: %s',
    (amount) => {
      for (const separator of [';', '\t']) expect(flawsOf(separator, amount)).toEqual([[['amount', 'comma']]])
      expect(flawsIn(`sep=;\nBetrag;to\n"${amount}";0x1\n`)).toEqual([[['Betrag', 'comma']]])
      expect(flawsOf(',', amount)).toEqual([[]])
    },
  )

  test.each(['2.5', '2.50', '2.5000', '0.500', '2500', '1250.500', '20.123456'])('but not in %s', (amount) => {
    for (const separator of [';', '\t']) expect(flawsOf(separator, amount)).toEqual([[]])
  })
})

describe('the day on which a document is to be executed', () => {
  const tenOClock = Date.UTC(2026, 9, 31, 10)
  const block = (day: string) => `<PmtInf><ReqdExctnDt>${day}</ReqdExctnDt><CdtTrfTxInf></CdtTrfTxInf></PmtInf>`
  const flawsOn = (now: number, ...days: string[]) => {
    const document = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${days.map(block).join('')}</Document>`
    return pain001Rows(document, now).rows.map(({ flaws = [] }) => flaws)
  }

  test.each(['', '2026-10-30', '2026-10-31', '<Dt>2026-10-31</Dt>', '<DtTm>2026-10-31T18:00:00Z</DtTm>'])(
    'is a day that has come: %s',
    (day) => expect(flawsOn(tenOClock, day)).toEqual([[]]),
  )

  test('may be tomorrow, where that has begun somewhere', () => {
    expect(flawsOn(tenOClock, '2026-11-01')).toEqual([[]])
    expect(flawsOn(tenOClock - 1, '2026-11-01')).toMatchObject([[{ reason: 'date' }]])
  })

  test.each(['2026-11-30', '<Dt>2026-11-30</Dt>', '<DtTm>2026-11-30T00:00:00+14:00</DtTm>', '31.10.2026'])(
    'is a flaw of the rows of its block where it is none that has come: %s',
    (day) => {
      const said = day.replaceAll(/<[^>]*>/g, '')
      const message = `must be a date up to today, and is "${said}": a batch is paid when it is started`
      const flaw = { column: 'ReqdExctnDt', message, reason: 'date' }
      expect(flawsOn(tenOClock, day, '2026-10-31', '')).toEqual([[flaw], [], []])
    },
  )
})
