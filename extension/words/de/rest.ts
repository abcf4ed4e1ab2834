import type { Rest } from '../catalogue.ts'
import { approvalsWords } from './approvals/approvals.ts'
import { batchesWords } from './batches/batches.ts'
import { pauseReasonWords } from './batches/pause-reasons.ts'
import { rowFlawWords } from './batches/row-flaws.ts'
import { eventWords, happenedWords } from './common/events.ts'
import { securityWords } from './common/security.ts'
import { connectWords } from './connect.ts'
import { contactsWords } from './contacts/contacts.ts'
import { notaDropWords } from './notas/nota-drop.ts'
import { notasWords } from './notas/notas.ts'
import { verdictWords } from './notas/verdict.ts'
import { fundWords } from './orders/fund.ts'
import { mintWords } from './orders/mint.ts'
import { amountFieldWords, obstacleWords, orderWords, reviewWords, walletPickerWords } from './orders/order.ts'
import { qrWords } from './orders/qr.ts'
import { redeemWords } from './orders/redeem.ts'
import { sendWords } from './orders/send.ts'
import { activityWords } from './payments/activity.ts'
import { paymentWords } from './payments/payment.ts'
import { cancelWords, stepperWords, waitingWords } from './payments/progress.ts'
import { explorerWords, noteWords, receiptFileWords, transactionWords } from './payments/transaction.ts'
import { policiesWords } from './policies/policies.ts'
import { payWords, requestsWords } from './requests.ts'
import { eraseWords } from './session/erase.ts'
import { heldWords } from './session/held.ts'
import { newPasswordWords, welcomeWords } from './session/welcome.ts'
import { backupWords } from './settings/backup.ts'
import { removeGatewayWords, settingsWords } from './settings/settings.ts'
import { durationWords, securityScreenWords, thisBrowserWords } from './settings/this-browser.ts'
import { approveWords, networkNames, siteNotesWords, willSeeWords } from './sites/approve.ts'
import { sitesWords, thisSiteWords } from './sites/sites.ts'
import { receiveWords } from './wallets/receive.ts'
import { exportKeyWords, walletWords } from './wallets/wallet.ts'
import { watchWords } from './wallets/watch.ts'
import { webhooksWords } from './webhooks.ts'

export const rest = {
  approvalsWords,
  batchesWords,
  pauseReasonWords,
  rowFlawWords,
  eventWords,
  happenedWords,
  securityWords,
  connectWords,
  contactsWords,
  notaDropWords,
  notasWords,
  verdictWords,
  fundWords,
  mintWords,
  amountFieldWords,
  walletPickerWords,
  orderWords,
  reviewWords,
  obstacleWords,
  redeemWords,
  qrWords,
  backupWords,
  sendWords,
  activityWords,
  paymentWords,
  stepperWords,
  waitingWords,
  cancelWords,
  transactionWords,
  noteWords,
  receiptFileWords,
  explorerWords,
  policiesWords,
  eraseWords,
  heldWords,
  newPasswordWords,
  welcomeWords,
  settingsWords,
  removeGatewayWords,
  durationWords,
  securityScreenWords,
  thisBrowserWords,
  networkNames,
  willSeeWords,
  siteNotesWords,
  approveWords,
  thisSiteWords,
  sitesWords,
  receiveWords,
  walletWords,
  exportKeyWords,
  payWords,
  requestsWords,
  watchWords,
  webhooksWords,
} satisfies Rest
