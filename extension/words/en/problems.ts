import { words } from '#shared/ui/words/spoken.ts'
import type { ProblemCode } from '../../problem.ts'

/** Refusals of the wallet itself. */
export const problemWords = words<Record<ProblemCode, string>>('problemWords', {
  locked: 'The wallet is locked. Unlock it to go on.',
  no_vault: 'This wallet has not been set up yet.',
  vault_exists: 'This wallet is set up already.',
  vault_damaged: 'What the wallet stored cannot be read any more. Reset it, then connect your gateway again.',
  storage_damaged:
    'Part of what the wallet stored cannot be read any more. Choose “Erase everything” in the settings, then connect again.',
  wrong_password: 'That password is wrong.',
  throttled: 'Too many wrong passwords. Wait before the next one.',
  unknown_profile: 'This gateway is not connected any more.',
  no_key: 'This gateway came from a backup, which holds no key. Connect it again.',
  unknown_intent: 'The wallet does not know this payment any more. Look for it in your activity.',
  unknown_nota: 'This file is not kept here any more.',
  permission_missing: 'The browser does not let the wallet talk to this gateway. Give it permission and try again.',
  too_fast: 'The wallet asks the gateway less often now, to stay under its limits.',
  older_gateway: 'This gateway is of an older version, which does not list what came in. Update it to see that here.',
  not_allowed: 'The wallet refused this request.',
  nota_too_large: 'This file is too large to be a nota: they have at most 16 KiB.',
  not_text: 'This file is not text, so it is no nota.',
  key_cannot_read:
    'This key may not read: with it the wallet could show nothing and follow no payment. Use one with the scope “read”.',
  other_account: 'This key belongs to another account. Connect it as a gateway of its own.',
  not_a_request: 'This is no request that can be paid here.',
  other_gateway: 'This link belongs to another gateway. Ask for the request as a file.',
  request_changed: 'The request says something else by now. Read it again.',
  request_expired: 'This request has expired. Nothing was paid.',
  request_paid: 'This request has ended: it is paid, was cancelled, or has expired. Nothing more was paid.',
  unknown_approval: 'The page does not wait for this, or does not answer now.',
})
