import { formatUnits } from '#shared/model/money.ts'
import { invalid } from '#shared/refusal.ts'

/** A control sum has up to 17 decimals (`DecimalNumber`): amounts are added exactly. */
const DECIMALS = 18

/** What the sender of a document has counted and added up, which is to be what has arrived. */
export class Tally {
  readonly said: { NbOfTxs?: string; CtrlSum?: string } = {}
  private count = 0
  /** Undefined once an amount is none, which is said of its row. */
  private sum: bigint | undefined = 0n
  private readonly ofWhat: string

  constructor(ofWhat: string) {
    this.ofWhat = ofWhat
  }

  add(amount: string | undefined): void {
    this.count += 1
    const parts = partsOf(amount ?? '')
    this.sum = this.sum === undefined || parts === undefined ? undefined : this.sum + parts
  }

  /** Throws where it is another. */
  check(): void {
    const { NbOfTxs, CtrlSum } = this.said
    const cut = (text: string) => `"${text.slice(0, 40)}"`
    if (NbOfTxs !== undefined && (!/^\d+$/.test(NbOfTxs) || BigInt(NbOfTxs) !== BigInt(this.count)))
      throw invalid('pain001', `says ${cut(NbOfTxs)} payments${this.ofWhat} (NbOfTxs), and has ${this.count}`)
    if (CtrlSum === undefined || this.sum === undefined || partsOf(CtrlSum) === this.sum) return
    throw invalid(
      'pain001',
      `says the sum ${cut(CtrlSum)}${this.ofWhat} (CtrlSum), and its amounts come to ${formatUnits(this.sum, DECIMALS)}`,
    )
  }
}

function partsOf(text: string): bigint | undefined {
  const [, whole = '', fraction = ''] = /^\+?(\d{1,30})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  return whole === '' ? undefined : BigInt(whole + fraction.padEnd(DECIMALS, '0'))
}
