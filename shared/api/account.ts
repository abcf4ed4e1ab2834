import * as z from 'zod/mini'
import { ShortText } from '../model/ids.ts'
import { User } from '../model/user.ts'
import type { Endpoint } from './kit/endpoint.ts'

const ProfileChange = z.strictObject({ name: z.optional(ShortText), company: z.optional(ShortText) }).check(
  z.refine((change) => change.name !== undefined || change.company !== undefined, {
    error: 'name or company is required',
  }),
)

export const accountEndpoints = {
  getMe: {
    method: 'GET',
    path: '/me',
    summary: 'The account',
    tag: 'Account',
    access: 'read',
    beforePasswordChange: true,
    status: 200,
    data: z.object({ user: User }),
    refusals: [],
  },
  patchMe: {
    method: 'PATCH',
    path: '/me',
    summary: 'Change name or company',
    tag: 'Account',
    access: 'manage',
    whole: true,
    body: ProfileChange,
    status: 200,
    data: z.object({ user: User }),
    refusals: [],
  },
} as const satisfies Record<string, Endpoint>
