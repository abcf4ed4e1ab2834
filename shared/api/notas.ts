import * as z from 'zod/mini'
import { Nota, NotaVerification } from '../model/nota.ts'
import type { Endpoint } from './kit/endpoint.ts'

/** Also for a client that need not load the rest. */
export const cardEndpoints = {
  getWalletNota: {
    method: 'GET',
    path: '/wallets/{id}/nota',
    summary: 'The address card of a wallet, for those who pay it',
    tag: 'Notas',
    access: 'read',
    query: z.strictObject({ label: z.optional(z.enum(['true', 'false'])) }),
    status: 200,
    data: z.object({ nota: Nota }),
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>

export const notaEndpoints = {
  ...cardEndpoints,
  getTransactionNota: {
    method: 'GET',
    path: '/transactions/{id}/nota',
    summary: 'A notarized receipt: what the chain says of a transaction at this moment',
    tag: 'Notas',
    access: 'read',
    status: 200,
    data: z.object({ nota: Nota }),
    refusals: ['not_found', 'receipt_unavailable', 'upstream_unavailable', 'not_configured'],
  },
  verifyNota: {
    method: 'POST',
    path: '/nota/verify',
    summary: 'What a nota says, who signed it, and what of it holds',
    tag: 'Notas',
    access: 'read',
    body: z.strictObject({ nota: z.string() }),
    status: 200,
    data: NotaVerification,
    refusals: ['invalid_nota', 'overloaded'],
  },
} as const satisfies Record<string, Endpoint>
