import { createClient } from '#shared/client.ts'
import { formatUnits } from '#shared/model/money.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { insertAccount, NO_PASSWORD } from '../../../gateway/accounts/store.ts'
import { createApp } from '../../../gateway/app.ts'
import { createApiKey } from '../../../gateway/auth/credentials/api-keys.ts'
import { createTestWorld, type TestWorld } from '../../../gateway/testing/test-world.ts'
import { createLocks } from '../../../gateway/world/locks.ts'
import { createMemory } from '../../../gateway/world/memory.ts'
import type { Step } from '../../../gateway/world/world.ts'
import type { Amounts, Mode } from '../stage.ts'
import { anotherProcess } from './another-process.ts'
import { isTakenAway } from './taken-away.ts'
import { createVault, type Vault } from './vault.ts'
import type { Address, Purse, Wish } from './wish.ts'

class Killed extends Error {}

const OWNERS = 2
const PURSES_EACH = 2
/** What every wallet has of either token in the beginning. */
export const START_UNITS = 1_000_000_000n
/** Plenty, or so little that redeems have to wait for it. */
export const OPERATOR_UNITS = { plenty: 10n ** 12n, scarce: 500_000_000n }

type Heard = { id: string; status: string; txHash: string | null }

/** Accounts with wallets on the fake chain, and a gateway that can end at any step and be started again. */
export class Town {
  world: TestWorld
  readonly purses: Purse[] = []
  readonly wishes: Wish[] = []
  /** Transactions that the test sent with keys of the gateway's. */
  outside = 0
  /** Times that the node showed something else than the truth. */
  lies = 0
  /** Its backups. */
  readonly vault: Vault = createVault(this)
  /** What brings the blocks back that were replaced last. */
  bringBack: (() => void) | undefined
  #keys: string[] = []
  #app: ReturnType<typeof createApp>
  #dying: { at: Step; left: number } | undefined

  private constructor(world: TestWorld) {
    this.world = world
    world.step = (at) => {
      if (this.#dying?.at !== at) return
      this.#dying.left -= 1
      if (this.#dying.left > 0) return
      this.#dying = undefined
      throw new Killed(at)
    }
    this.#app = createApp(world)
  }

  static async found(
    mode: Mode,
    float: keyof typeof OPERATOR_UNITS = 'plenty',
    amounts: Amounts = 'derived',
    confirmations = 1,
  ): Promise<Town> {
    const roomy = { SOTTO_LIMIT_READS: '1000000', SOTTO_LIMIT_WRITES: '1000000', SOTTO_LIMIT_GAS: '1000000' }
    const town = new Town(
      await createTestWorld({
        ...roomy,
        SOTTO_LIMIT_FAUCET: '1000000000',
        SOTTO_REDEEM_MODE: mode,
        SOTTO_AMOUNTS: amounts,
        SOTTO_CONFIRMATIONS: String(confirmations),
      }),
    )
    const { world } = town
    // What only other nodes can contradict is believed of none.
    world.chain.faults.confirming = true
    world.chain.ledger.holder(world.chain.operator.address).stable = OPERATOR_UNITS[float]
    for (let owner = 0; owner < OWNERS; owner++) {
      const id = world.newId()
      // No password: hashing one takes longer than a whole history.
      await insertAccount(world.db, world.keys, {
        id,
        email: `${id}@example.org`,
        passwordHash: NO_PASSWORD,
        mustChangePassword: false,
        now: 0,
      })
      town.#keys.push((await createApiKey(world, { accountId: id, label: 'history' })).secret)
      for (let count = 0; count < PURSES_EACH; count++) await town.#addPurse(owner)
    }
    // What is taken back is never what they had in the beginning.
    for (let mined = 1; mined < confirmations; mined++) world.chain.ledger.mineEmpty()
    return town
  }

  async #addPurse(owner: number): Promise<void> {
    const { wallet } = await this.api(owner).createWallet({ type: 'custodial' })
    const address = wallet.address as Address
    const { ledger } = this.world.chain
    const holder = ledger.holder(address)
    holder.wei = 10n ** 21n
    holder.stable = START_UNITS
    holder.handle = ledger.ciphertexts.encrypt(START_UNITS)
    this.purses.push({ id: wallet.id, address, owner })
  }

  purse(index: number): Purse {
    const purse = this.purses[index % this.purses.length]
    if (purse === undefined) throw new Error('no purse')
    return purse
  }

  api(owner: number) {
    const fetch = (url: string, init: RequestInit) =>
      Promise.resolve(this.#app.request(url, { ...init, headers: { host: '127.0.0.1', ...init.headers } }))
    return createClient({ origin: 'http://127.0.0.1', apiKey: this.#keys[owner] ?? '', fetch })
  }

  /** The gateway will end at a step; what then begins is a gateway that remembers only what is on disk. */
  dieAt(at: Step, occurrence: number): void {
    this.#dying = { at, left: occurrence }
  }

  restart(): void {
    this.#dying = undefined
    this.world = anotherProcess(this.world)
    this.#app = createApp(this.world)
  }

  /** A gateway on a database that was put back. Clients know their payments by their keys. */
  putBack(db: TestWorld['db']): void {
    this.#dying = undefined
    this.world = { ...this.world, db, locks: createLocks(), memory: createMemory() }
    this.#app = createApp(this.world)
    for (const wish of this.wishes) {
      wish.seen = []
      delete wish.refused
    }
  }

  async close(): Promise<void> {
    await this.world.db.destroy()
    this.vault.close()
  }

  /** Asks for a wish once more, with its key. An answer that is lost or temporary tells nothing. */
  async ask(wish: Wish): Promise<void> {
    const { id, owner } = this.purse(wish.from)
    const body = { walletId: id, amount: formatUnits(wish.units), ...this.#destination(wish) }
    try {
      const { transaction } = await this.api(owner)[wish.verb](body as never, { idempotencyKey: wish.key })
      this.#hear(wish, transaction)
    } catch (error) {
      const recorded = (error as { details?: { transaction?: Heard } }).details?.transaction
      if (recorded?.id !== undefined) this.#hear(wish, recorded)
      else if (!(error instanceof Refused)) throw error
      else if (error.status === 400) wish.refused = true
    }
  }

  #destination(wish: Wish): Record<string, string> {
    return wish.verb === 'transfer' ? { token: wish.token, to: this.purse(wish.to).address } : {}
  }

  /** What failed unsigned leaves its key free: the wish is still open, and anyone who has it asks again. */
  #hear(wish: Wish, { id, status, txHash }: Heard): void {
    if (status === 'FAILED' && txHash === null) return
    wish.ids.add(id)
    wish.seen.push(status)
  }

  async read(wish: Wish): Promise<boolean> {
    const [id] = wish.ids
    if (id === undefined) {
      if (wish.refused === undefined) await this.ask(wish)
      return wish.refused === true
    }
    try {
      const { transaction } = await this.api(this.purse(wish.from).owner).getTransaction({ id })
      this.#hear(wish, transaction)
      const terminal = transaction.status === 'SETTLED' || transaction.status === 'FAILED'
      return terminal && (transaction.waitingFor === null || (await isTakenAway(this.world, wish)))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // Forgotten: a client asks again.
      if (error.status === 404) await this.ask(wish)
      return wish.refused === true
    }
  }

  async cancel(wish: Wish): Promise<void> {
    const [id] = wish.ids
    if (id === undefined) return
    await this.api(this.purse(wish.from).owner)
      .cancelTransaction({ id })
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error
      })
  }
}
