/** In the order in which the document shows them: money first. */
export const tags: readonly { name: string; description: string }[] = [
  { name: 'Money', description: 'Give test money, make it confidential, pay, and pay out.' },
  { name: 'Requests', description: 'Ask to be paid, on a page or by a file.' },
  { name: 'Batches', description: 'Many payments from one file.' },
  { name: 'Transactions', description: 'What became of payments, what came in, and events as they happen.' },
  { name: 'Balances', description: 'Public, confidential, and gas.' },
  { name: 'Wallets', description: 'Make, register and export wallets.' },
  { name: 'Contacts', description: 'Names for addresses and cards.' },
  { name: 'Webhooks', description: 'Be told of events, signed.' },
  { name: 'Notas', description: 'Address cards and receipts: signed files.' },
  { name: 'Policies and approvals', description: 'What payments must keep to, and persons who let them pass.' },
  { name: 'API keys', description: 'Credentials of programs.' },
  { name: 'Account', description: 'The account of the caller, and its audit log.' },
  { name: 'Sign-in', description: 'Sessions, passkeys and second factors.' },
  { name: 'Security', description: 'How an account signs in.' },
  { name: 'Sandbox', description: 'Is it there?' },
]
