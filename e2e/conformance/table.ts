import type { EndpointName } from '#shared/api/endpoints.ts'
import { accountRows } from './account.ts'
import { apiKeyRows } from './api-keys.ts'
import { balanceRows } from './balances.ts'
import { moneyRows } from './payments.ts'
import { notaRows } from './notas.ts'
import type { Row } from './kit/row.ts'
import { sandboxRows } from './sandbox.ts'
import { securityRows } from './security.ts'
import { signInRows } from './auth.ts'
import { transactionRows } from './transactions.ts'
import { walletRows } from './wallets.ts'

/** Every endpoint of the contract, by name; the rows stand in one file per tag. */
export const table: { [Name in EndpointName]?: Row } = {
  ...sandboxRows,
  ...signInRows,
  ...accountRows,
  ...securityRows,
  ...apiKeyRows,
  ...walletRows,
  ...balanceRows,
  ...moneyRows,
  ...transactionRows,
  ...notaRows,
}
