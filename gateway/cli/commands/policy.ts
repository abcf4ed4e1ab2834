import { Command } from 'commander'
import { type Address, HexAddress } from '#shared/model/ids.ts'
import { parseAmount } from '#shared/model/money.ts'
import { type Policy, Verb } from '#shared/model/policy.ts'
import type { CallType } from '#shared/model/transaction.ts'
import { reaches } from '../../auth/authorize.ts'
import type { Caller } from '../../auth/caller.ts'
import { findApiKeyPolicy, findOwnApiKey } from '../../auth/credentials/api-keys.ts'
import type { Config, Source } from '../../config/config.ts'
import { judge } from '../../policies/gate.ts'
import { keyPolicies, openPolicy } from '../../policies/store.ts'
import { findWallet, listWallets, type Wallet } from '../../wallets/store.ts'
import { printableJson, printableLine } from '../../world/printable.ts'
import { knownAccount } from '../known-account.ts'
import { openInstalled, type Store } from '../open-store.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'
import { tokenFor, tokenNames } from './token-names.ts'

type Options = {
  email: string
  json?: boolean
  wallet: string
  verb: string
  amount: string
  token?: string
  to?: string
  key?: string
}

/** `sotto policy …`: what payments of an account must keep to, and what they would say of one. Changes nothing. */
export function policyCommand(env: Source): Command {
  const policy = new Command('policy').description('show policies, and try a payment against them')
  type Run = (store: Store, options: Options, config: Config) => Promise<string>
  const verb = (name: string, description: string, run: Run) => {
    const command = policy.command(name).description(description).requiredOption('--email <email>', 'whose')
    command.option('--json', 'as a JSON object')
    return withSettings(command).action(async () => {
      const config = configOf(command, env)
      const store = await openInstalled(config)
      print(`${await run(store, command.opts<Options>(), config).finally(() => store.db.destroy())}\n`)
    })
  }
  verb('show', 'show the policies of an account, its API keys and wallets', show)
  verb('test', 'say what would become of a payment now', tryOne)
    .requiredOption('--wallet <id>', 'from which wallet')
    .requiredOption('--verb <verb>', 'fund, mint, transfer or redeem')
    .requiredOption('--amount <amount>', 'such as 12.5')
    .option('--token <symbol>', 'which token a transfer moves; the confidential one where absent')
    .option('--to <address>', 'whom a transfer pays')
    .option('--key <id>', 'asked for by this API key; else in a session')
  return policy
}

async function show(store: Store, { email, json }: Options): Promise<string> {
  const { db, keys } = store
  const account = await knownAccount(store, email)
  const wallets = await listWallets(db, keys, account.id)
  const all = [
    { of: 'account', id: account.id, policy: openPolicy(keys, 'account', account.id, account.policy) },
    ...[...(await keyPolicies(db, keys, account.id))].map(([id, policy]) => ({ of: 'api_key', id, policy })),
    ...wallets.map(({ id, policy }) => ({ of: 'wallet', id, policy: openPolicy(keys, 'wallet', id, policy) })),
  ]
  if (json) return printableJson({ policies: all })
  const said = (policy: Policy | null) => (policy === null ? 'no limits' : JSON.stringify(policy))
  return all.map(({ of, id, policy }) => printableLine(`${of}  ${id}  ${said(policy)}`)).join('\n')
}

async function tryOne(store: Store, options: Options, config: Config): Promise<string> {
  const { db, keys, clock } = store
  const account = await knownAccount(store, options.email)
  const wallet = await findWallet(db, keys, account.id, options.wallet)
  if (wallet === undefined) throw new Error(`The account has no wallet ${printableLine(options.wallet)}.`)
  const units = parseAmount(options.amount)
  if (units === undefined) throw new Error(`"${printableLine(options.amount)}" is no amount: write one such as 12.5.`)
  const verb = Verb.safeParse(options.verb)
  if (!verb.success) throw new Error(`There is no verb "${printableLine(options.verb)}": fund, mint, transfer, redeem.`)
  const to = await receiverIn(verb.data, options.to)
  if (verb.data !== 'fund' && wallet.type === 'EXTERNAL')
    throw new Error(`Wallet ${wallet.id} is external, which is watch-only: it pays nothing.`)
  const by = await callerOf(store, account, options.key)
  requireMayPay(by, wallet, clock.now())
  const token = tokenFor(verb.data, await tokenNames(store, config), options.token)
  const verdict = await judge(
    db,
    { keys, sharedNow: async () => clock.now() },
    {
      by,
      wallet,
      type: verb.data.toUpperCase() as CallType,
      token,
      units,
      to,
      byCard: false,
      isApproved: false,
    },
  )
  if (options.json) return printableJson(verdict)
  if (verdict.is === 'allowed') return 'It would pass.'
  const what = verdict.is === 'denied' ? 'It would be refused' : 'It would wait for a person'
  const limit = verdict.limit === null ? '' : `: ${verdict.limit}`
  return printableLine(`${what}, by ${verdict.rule} of the ${verdict.of.replace('_', ' ')}${limit}.`)
}

/** Without it a rule about receivers would be passed by. */
async function receiverIn(verb: Verb, text: string | undefined): Promise<Address | null> {
  if (text === undefined && verb !== 'transfer') return null
  if (text === undefined) throw new Error('A transfer pays somebody: name an address with --to.')
  if (HexAddress.safeParse(text).success) {
    const { walletKeys } = await import('../../chain/live/wallet-keys.ts')
    const address = walletKeys.checksum(text)
    if (address !== undefined) return address
    throw new Error(`"${printableLine(text)}" has a wrong checksum: check it, or write it in lower case.`)
  }
  throw new Error(`"${printableLine(text)}" is no address: 0x and 40 hexadecimal digits.`)
}

/** What the API refuses before a policy is asked. */
function requireMayPay(by: Caller, wallet: Wallet, now: number): void {
  const { credential } = by
  if (credential.type === 'session') return
  const { id, scopes, expiresAt } = credential
  if (expiresAt !== null && Date.parse(expiresAt) <= now) throw new Error(`API key ${id} expired at ${expiresAt}.`)
  if (!scopes.includes('pay')) throw new Error(`API key ${id} lacks the scope "pay".`)
  if (!reaches(by, wallet.id)) throw new Error(`API key ${id} is limited to other wallets.`)
}

async function callerOf({ db, keys }: Store, account: Caller['account'], id: string | undefined): Promise<Caller> {
  const never = new Date(0).toISOString()
  const session = { type: 'session' as const, id: '', expiresAt: never, signedInAt: never }
  if (id === undefined) return { account, credential: session, extensionOrigin: null, policy: null }
  const key = await findOwnApiKey(db, account.id, id)
  if (key === undefined) throw new Error(`The account has no API key ${printableLine(id)}.`)
  const { policy: _, createdAt: __, lastUsedAt: ___, ...credential } = key
  const policy = await findApiKeyPolicy(db, keys, id)
  return { account, credential: { type: 'api_key', ...credential }, extensionOrigin: null, policy }
}
