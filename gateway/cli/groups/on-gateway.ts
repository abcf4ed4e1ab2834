/** Commands that ask a gateway, and have no data of their own. */
export { balanceCommand } from '../verbs/balance.ts'
export { fundCommand, mintCommand, redeemCommand, transferCommand } from '../verbs/money.ts'
export { payCommand } from '../verbs/pay/pay.ts'
export { txCommand } from '../verbs/tx.ts'
