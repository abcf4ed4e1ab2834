import type { EndpointName, Endpoints } from '../api/endpoints.ts'
import type { Body, Data } from '../api/kit/endpoint.ts'
import type { PaymentRequest } from '../model/request.ts'
import type { Transaction } from '../model/transaction.ts'
import type { Webhook } from '../model/webhook.ts'

type Examples = { [N in EndpointName]?: { body?: Body<Endpoints[N]>; data?: Data<Endpoints[N]> } }

const [till, supplier] = ['vzq2m5k8c1x7w3n9', 'b4r6t8y2u1i3o5p7']
const at = '2026-01-31T12:00:00.000Z'
const [tillAddress, otherAddress] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const

const transaction: Transaction = {
  ...{ id: 'q7w9e2r4t6y8u1i3', type: 'TRANSFER', status: 'SETTLED', amount: '25', token: 'cSTABLE' },
  ...{ txHash: `0x${'a'.repeat(64)}`, settlementTxHash: null, walletId: till, createdAt: at, updatedAt: at },
  ...{ to: otherAddress, waitingFor: null, externalId: 'invoice-1042' },
}

const request: PaymentRequest = {
  ...{ id: 'm1n3b5v7c9x2z4l6', walletId: till, address: otherAddress, token: 'cSTABLE', amount: '12.5' },
  ...{ received: '0', status: 'OPEN', overpaid: false, late: false, label: 'Coffee Corner', memo: 'Order 1042' },
  ...{ externalId: '1042', url: 'https://pay.example/pay/8hJ2kQ', expiresAt: null, createdAt: at, updatedAt: at },
  transactions: [],
}

const webhook: Webhook = {
  ...{ id: 'k2j4h6g8f1d3s5a7', url: 'https://shop.example/hook', events: ['request.paid'], walletIds: null },
  ...{ description: null, includeAmounts: false, status: 'active', failingSince: null, waiting: 0 },
  ...{ formerSecretUntil: null, createdAt: at },
}

/** A request and its answer, of what a newcomer calls first. A test holds them to the schemas. */
export const examples: Examples = {
  createWallet: {
    body: { type: 'custodial', label: 'till' },
    data: {
      wallet: { id: till, type: 'CUSTODIAL', address: tillAddress, label: 'till', isPrimary: true, createdAt: at },
    },
  },
  fund: { body: { walletId: till, amount: '100' } },
  mint: { body: { walletId: till, amount: '60' } },
  transfer: {
    body: { walletId: till, amount: '25', toWalletId: supplier, externalId: 'invoice-1042' },
    data: { transaction },
  },
  redeem: { body: { walletId: till, amount: '10' } },
  getTransaction: { data: { transaction } },
  createRequest: {
    body: { walletId: till, amount: '12.5', memo: 'Order 1042', label: 'Coffee Corner', externalId: '1042' },
    data: { request },
  },
  getRequest: { data: { request } },
  createWebhook: {
    body: { url: webhook.url, events: ['request.paid'] },
    data: { webhook, secret: 'whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=' },
  },
}
