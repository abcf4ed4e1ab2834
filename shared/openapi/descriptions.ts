import { FUND_DEFAULT, FUND_MAX } from '../limits.ts'
import type { Named } from './names.ts'

const externalId =
  "The caller's own reference. Lists can be asked for it; it does not keep a payment from being made twice."
const takenExternalId = `${externalId} Null is as none, but makes another request of it under an \`Idempotency-Key\`.`

/** Of schemas as a whole, by their names. */
export const schemaTexts: Record<string, string> = {
  TransferInput: 'Exactly one of `to`, `nota`, `toWalletId`, `requestId` is required.',
  CreateBatchInput: 'Exactly one of `rows`, `csv`, `pain001` is required.',
  TransactionStatus:
    '`PENDING`: the gateway has accepted the call, and the chain has not confirmed it. `SETTLING`: the chain has confirmed it; the gateway still reads the amount that moved, or the payout of a redeem is open. `SETTLED`: the amount that was asked for has moved. `FAILED`: the amount did not move as asked, and `error` says why.',
  TransactionType: '`RECEIVE`: money that came in. The others are calls of the account.',
  WaitingFor:
    '`approval`: a person must let it pass, and nothing is signed before. `confirmation`: by the chain. `amount`: what really moved is not known yet. `public_decryption`: the network decrypts the burned amount. `operator_gas`, `operator_liquidity`: the operator has too little ETH, or too little money. `token_refusal`: the token is paused, or has an address on a deny list. The last three go on by themselves.',
  RequestStatus: '`OPEN` until it is paid, lapses or is taken back. A request that has ended stays as it ended.',
  BatchStatus:
    '`DRAFT`: checked, nothing paid. `PAUSED`: by a person, or by what its `reason` says. `DONE`: nothing is left to pay.',
  RowStatus:
    '`INVALID`: it has a flaw and is never paid. `WAITING`: not paid yet. From `PENDING` on it has a transaction, unless it was refused. `CANCELLED`: never to be paid.',
}

/** Of fields of schemas, by the names of both. */
export const fieldTexts: Record<string, Record<string, string>> = {
  FundInput: {
    amount: `Decimal text. ${FUND_DEFAULT} where none is given, at most ${FUND_MAX}.`,
    externalId: takenExternalId,
  },
  MintInput: { amount: 'Decimal text, such as `12.5`.', externalId: takenExternalId },
  RedeemInput: { amount: 'Decimal text, such as `12.5`.', externalId: takenExternalId },
  TransferInput: {
    walletId: 'The wallet that pays.',
    amount:
      'Decimal text, such as `12.5`. Required without `requestId`. Of a request that names its amount: what is still open of it, or the same.',
    to: 'An address.',
    nota: 'The text of an address card.',
    acceptUnverified: 'Pay to a card whose maker is not known: `POST /nota/verify` answers `valid: false` for it.',
    toWalletId: 'A wallet of the same account.',
    requestId: 'A request of any account of this gateway.',
    externalId: takenExternalId,
  },
  CreateBatchInput: {
    csv: 'The text of a file of comma-, semicolon- or tab-separated values with a header.',
    columns:
      'Which column of the file has which field, by the name in its header. What is left out is found by its name.',
    pain001: 'The text of an ISO 20022 `pain.001` document.',
    walletId: 'For rows that name none.',
    token: 'For rows that name none.',
  },
  CreateRequestInput: {
    amount: 'Decimal text. None where the payer chooses.',
    label: 'Who asks, as the payer is told.',
    memo: 'What for: the payer reads it.',
  },
  Transaction: {
    amount:
      'Decimal text. Null of a `RECEIVE` while it is not known (`waitingFor` is `amount`), and always where it is sealed, of an external wallet. Null too of a failed payment with `rebuiltAt` whose amount the chain does not show.',
    txHash: 'Hash of the first transaction that moves value.',
    settlementTxHash: 'Hash of the payout of a redeem. Null until there is one.',
    gasFee:
      'ETH that the transaction of `txHash` took in gas, or the one that took it back. Null until it is mined, of a `RECEIVE`, and where the node does not say it.',
    settlementGasFee: 'ETH that the transaction of `settlementTxHash` took in gas.',
    error: 'Only where `status` is `FAILED`.',
    from: 'Who pays: the wallet, or the operator for what the faucet gives. Of a `RECEIVE` the sender that the token names: at the address of a request the zero address for a wrap, and the contract of cSTABLE for a payout. A refund goes to an address that the payer names.',
    waitingFor: 'Why it is not settled yet, where there is more to say than its status.',
    externalId,
    batchId: 'The batch that it is a row of, if it is one.',
    note: 'What the account has written about it for itself. It stands in no receipt.',
    rebuiltAt:
      'Only of a payment that a restored database did not know: when the gateway wrote it again from what the chain has of it.',
  },
  PaymentRequest: {
    address: "Where it is paid: an address of its own, whose money is collected into the wallet, or the wallet's.",
    amount: 'Decimal text. Null where the payer chooses, and of a rebuilt request, whose amount is lost.',
    received: 'What has come in so far; what came after `expiresAt`, once it has ended.',
    overpaid: 'More has come in than was asked for.',
    late: 'Money came in after the end.',
    externalId: "The caller's own reference.",
    rebuiltAt: 'Only of a request that is newer than the restored backup: when its money was found again.',
  },
  BatchRow: { amount: 'Decimal text. As it was written where the row has a flaw.' },
}

/** Of parameters, by the names of the operation and the parameter. */
export const parameterTexts: Record<string, Record<string, string>> = {
  listTransactions: {
    direction:
      '`out`: calls of the account. `in`: what came in. `out` where none is given, but `in` where `type` is `RECEIVE`.',
    externalId: 'Only those with this reference.',
  },
}

/** Adds the texts to the schemas that have their names. */
export function describe(named: Named): void {
  for (const [name, description] of Object.entries(schemaTexts)) Object.assign(named.get(name) ?? {}, { description })
  for (const [name, fields] of Object.entries(fieldTexts)) {
    const properties = named.get(name)?.properties as Record<string, object> | undefined
    for (const [field, description] of Object.entries(fields)) Object.assign(properties?.[field] ?? {}, { description })
  }
}
