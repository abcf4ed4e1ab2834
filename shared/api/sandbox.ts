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
    body: z.unknown(),
    status: 200,
    data: z.object({ ...probe, echo: z.unknown() }),
    flat: true,
    refusals: [],
  },
} as const satisfies Record<string, Endpoint>
