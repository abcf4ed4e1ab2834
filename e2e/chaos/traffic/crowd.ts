import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '#shared/client.ts'
import { Refused } from '#shared/refusal-codes.ts'
import type { Random } from '../random.ts'
import type { Account, Stage } from '../stage.ts'

/** A payment of one cSTABLE that a client wants. `denied`: a policy does not let it pass. */
export type Wish = {
  key: string
  walletId: string
  outcome: 'open' | 'made' | 'denied' | 'failed'
  ids: Set<string>
}

export type Crowd = {
  wishes: Wish[]
  /** Answers that no gateway should give. */
  surprises: Map<string, number>
  /** Asks for all that is open at once, of one gateway after the other, until each has an answer that lasts. */
  ask(wishes: readonly Wish[], until: number): Promise<void>
}

const PATIENCE_MS = 20_000
/** A sender's rest before the same question. */
const REST_MS = [100, 1_500] as const

export function crowdOf(stage: Stage, account: Account, to: string, random: Random): Crowd {
  const surprises = new Map<string, number>()

  async function askOnce(wish: Wish): Promise<void> {
    const api = createClient({ origin: stage.origin, apiKey: account.apiKey })
    const options = { idempotencyKey: wish.key, signal: AbortSignal.timeout(PATIENCE_MS) }
    try {
      const { transaction } = await api.transfer({ walletId: wish.walletId, amount: '1', to }, options)
      wish.ids.add(transaction.id)
      wish.outcome = 'made'
    } catch (error) {
      take(wish, error)
    }
  }

  function take(wish: Wish, error: unknown): void {
    if (!(error instanceof Refused)) return
    if (error.code === 'policy_denied') wish.outcome = 'denied'
    const transaction = (error.details as { transaction?: { id: string; txHash: string | null } } | undefined)
      ?.transaction
    // What failed unsigned leaves its key free, and is asked for again.
    if (error.status === 502 && transaction?.txHash != null) {
      wish.ids.add(transaction.id)
      wish.outcome = 'failed'
    }
    const isTold = ['policy_denied', 'transfer_failed', 'upstream_unavailable', 'idempotency_in_progress']
    if (error.status === 503 || error.status === 429 || isTold.includes(error.code)) return
    const said = `${error.status} ${error.code}: ${error.message}`
    surprises.set(said, (surprises.get(said) ?? 0) + 1)
  }

  return {
    wishes: [],
    surprises,
    async ask(wishes, until) {
      await Promise.all(
        wishes.map(async (wish) => {
          while (wish.outcome === 'open' && performance.now() < until) {
            await askOnce(wish)
            if (wish.outcome === 'open') await sleep(random.between(...REST_MS))
          }
        }),
      )
    },
  }
}
