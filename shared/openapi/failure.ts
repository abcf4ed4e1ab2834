import { flawReasons, messages } from '../refusal.ts'
import { statuses } from '../refusal-codes.ts'
import type { Json } from './names.ts'

/** What stands in a failure. A newer gateway may have more codes. */
export const failureSchemas: Record<string, Json> = {
  ErrorCode: { anyOf: [{ type: 'string', enum: Object.keys(statuses) }, { type: 'string' }] },
  Failure: {
    type: 'object',
    required: ['ok', 'error'],
    properties: {
      ok: { const: false },
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { $ref: '#/components/schemas/ErrorCode' },
          message: { type: 'string' },
          details: {
            description:
              'Of a `validation_error`, a `contact_exists`, and a limit of the faucet, a list of `Flaw`; of a failed payment its row; of a `batch_conflict` where rows were paid elsewhere `duplicates` and `firstDuplicates`, as in a report; of an `invalid_totp` that ends its sign-in `{ "ended": true }`; of an `invalid_nota` its `reason`; of a `request_ended` the `status` of the request; of a `policy_denied` the `rule` and what it stands at (`of`), with the `limit` where it is one.',
          },
        },
      },
    },
    example: { ok: false, error: { code: 'not_found', message: messages.not_found } },
  },
  Flaw: {
    type: 'object',
    required: ['path', 'message'],
    properties: {
      path: { type: 'string' },
      message: { type: 'string' },
      reason: {
        description: 'Of a payment that is refused by what is so now: why, so that no message need be read.',
        enum: flawReasons,
      },
    },
  },
}
