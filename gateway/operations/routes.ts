import type { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import type { World } from '../world.ts'

type Check = { name: string; ok: boolean }

/** Gas that two hundred payouts take at 10 gwei: below it the operator should be topped up. */
const OPERATOR_WEI_LOW = 500_000_000_000_000_000n

/** Probes for whoever runs the gateway, outside the API. */
export function operationsRoutes(app: Hono<Env>, world: World): void {
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    const checks = await Promise.all([
      check('database', async () => {
        await world.db.selectFrom('secrets').select('name').limit(1).execute()
        return true
      }),
      check('chain', async () => (await world.chain.head()).number >= 0),
      check('decryption', async () => world.chain.confidential.alive()),
      check('operator_gas', () => operatorHasGas(world)),
    ])
    const ok = checks.every((one) => one.ok)
    return c.json({ ok, checks }, ok ? 200 : 503)
  })
}

async function check(name: string, ask: () => Promise<boolean>): Promise<Check> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, 5_000, false).unref())
  const ok = await Promise.race([ask(), late]).catch(() => false)
  return { name, ok }
}

async function operatorHasGas(world: World): Promise<boolean> {
  const { operator } = world.chain
  if (operator === undefined) return false
  const [wei = 0n] = await world.chain.readGas([operator.address])
  return wei >= OPERATOR_WEI_LOW
}
