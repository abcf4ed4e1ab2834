import { formatUnits } from '#shared/model/money.ts'
import type { PaymentRequest as Answer } from '#shared/model/request.ts'
import type { World } from '../world/world.ts'
import { transactionsOf } from './payments-store.ts'
import { isLate, isOverpaid } from './states.ts'
import type { PaymentRequest } from './store.ts'

const iso = (at: number) => new Date(at).toISOString()

type Shown = Pick<World, 'db' | 'config' | 'memory'>

/** The request as the API shows it. */
export async function requestAnswer(world: Shown, request: PaymentRequest): Promise<Answer> {
  const [answer] = await requestAnswers(world, [request])
  return answer as Answer
}

/** Requests as the API shows them, in their order: however many, they are asked about at once. */
export async function requestAnswers(world: Shown, requests: readonly PaymentRequest[]): Promise<Answer[]> {
  const transactions = await transactionsOf(world.db, requests)
  return requests.map((request) => shown(world, request, transactions.get(request.id) ?? []))
}

function shown(world: Shown, request: PaymentRequest, transactions: string[]): Answer {
  const { standing, expiresAt, rebuiltAt } = request
  return {
    id: request.id,
    walletId: request.walletId,
    address: request.address,
    token: request.token,
    amount: standing.asked === null ? null : formatUnits(standing.asked),
    received: formatUnits(standing.received),
    status: standing.status,
    overpaid: isOverpaid(standing),
    late: isLate(standing),
    label: request.label,
    memo: request.memo,
    externalId: request.externalId,
    url: pageOf(world, request),
    expiresAt: expiresAt === null ? null : iso(expiresAt),
    createdAt: iso(request.createdAt),
    updatedAt: iso(request.updatedAt),
    transactions,
    ...(rebuiltAt === null ? {} : { rebuiltAt: iso(rebuiltAt) }),
  }
}

/** The page that a request is paid on: at the gateway's public address, else where it listens. */
export function pageOf(
  { config, memory }: Pick<World, 'config' | 'memory'>,
  { secret }: Pick<PaymentRequest, 'secret'>,
): string {
  const { origin } = new URL(
    config.SOTTO_PUBLIC_URL ?? listening(memory).url ?? `http://127.0.0.1:${config.SOTTO_PORT}`,
  )
  return `${origin}/pay/${secret}`
}

/** Where this process listens: its port may have been chosen by the machine. */
export const listening = (memory: World['memory']) =>
  memory.part('listening', (): { url: string | undefined } => ({ url: undefined }))
