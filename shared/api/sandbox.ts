import * as z from 'zod/mini'
import { DateTime } from '../model/ids.ts'
import { ENVIRONMENT, VERSION } from './kit/base.ts'
import type { Endpoint } from './kit/endpoint.ts'

const probe = {
  ok: z.literal(true),
  service: z.string(),
  version: z.literal(VERSION),
  environment: z.literal(ENVIRONMENT),
  timestamp: DateTime,
}

/** Beyond 2⁵³ a JSON number is read as a neighbour of it: an echo of that would say that the gateway keeps what it does not. */
function keepsNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER
  return typeof value !== 'object' || value === null || Object.values(value).every(keepsNumbers)
}

const Echo = z
  .unknown()
  .check(
    z.refine(
      keepsNumbers,
      'holds a number beyond 9007199254740991, which would not come back as it is: send it as text',
    ),
  )

export const sandboxEndpoints = {
  getSandbox: {
    method: 'GET',
    path: '/sandbox',
    summary: 'Status probe, without credential and without envelope',
    tag: 'Sandbox',
    access: 'none',
    status: 200,
    data: z.object(probe),
    flat: true,
    refusals: [],
  },
  postSandbox: {
    method: 'POST',
    path: '/sandbox',
    summary: 'Echo probe, without credential and without envelope',
    tag: 'Sandbox',
    access: 'none',
    body: Echo,
    status: 200,
    data: z.object({ ...probe, echo: z.unknown() }),
    flat: true,
    refusals: [],
  },
} as const satisfies Record<string, Endpoint>
