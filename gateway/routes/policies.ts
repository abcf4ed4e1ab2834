import { approvalOptions, approve, reject } from '../approvals/decide.ts'
import { listApprovals } from '../approvals/list-approvals.ts'
import type { Handlers } from '../http/handlers.ts'
import { changeAccountPolicy, readPolicy } from '../policies/change-policy.ts'
import { transactionAnswer } from '../transactions/transaction-answer.ts'
import type { World } from '../world/world.ts'

export function policyRoutes(world: World) {
  return {
    getPolicy: async ({ caller }) => ({ policy: await readPolicy(world, caller) }),
    async putPolicy({ caller, body, context }) {
      await changeAccountPolicy(world, caller, body.policy, context)
      return { policy: await readPolicy(world, caller) }
    },
    listApprovals: async ({ caller }) => ({ approvals: await listApprovals(world, caller) }),
    approvalOptions: ({ caller, params, context }) => approvalOptions(world, caller, params.id, context),
    approveTransaction: async ({ caller, params, body, context }) => ({
      transaction: transactionAnswer(await approve(world, caller, { id: params.id, response: body.response }, context)),
    }),
    rejectTransaction: async ({ caller, params, context }) => ({
      transaction: transactionAnswer(await reject(world, caller, params.id, context)),
    }),
  } satisfies Partial<Handlers>
}
