import { accountEndpoints } from '#shared/api/account.ts'
import { contactEndpoints } from '#shared/api/contacts.ts'
import type { Endpoint } from '#shared/api/kit/endpoint.ts'
import { notaEndpoints } from '#shared/api/notas.ts'
import { requestEndpoints } from '#shared/api/requests.ts'
import { walletEndpoints } from '#shared/api/wallets.ts'
import { BrokenAnswer } from '#shared/client-errors.ts'
import { Failed, failureOf } from '#shared/failure.ts'
import type { HandedOn } from '../gateway/calls.ts'

const { patchMe } = accountEndpoints
const { verifyNota } = notaEndpoints
const { listWallets, createWallet, getWallet, patchWallet, deleteWallet, getGas } = walletEndpoints
const { listContacts, createContact, importContacts, patchContact, deleteContact } = contactEndpoints

const endpoints: Record<HandedOn, Endpoint> = {
  patchMe,
  verifyNota,
  getGas,
  listWallets,
  createWallet,
  getWallet,
  patchWallet,
  deleteWallet,
  listContacts,
  createContact,
  importContacts,
  patchContact,
  deleteContact,
  ...requestEndpoints,
}

/** An answer as the API says it: one that the worker only handed on is looked at here. Rejects with `broken_answer`. */
export function looked(name: string, answer: unknown): unknown {
  if (!Object.hasOwn(endpoints, name)) return answer
  const { method, path, status, data } = endpoints[name as HandedOn]
  const parsed = data.safeParse(answer)
  if (!parsed.success) throw new Failed(failureOf(new BrokenAnswer(`${method} ${path}`, status, parsed.error)))
  return parsed.data
}
