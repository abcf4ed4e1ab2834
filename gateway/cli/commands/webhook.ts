import { Command } from 'commander'
import { DELIVERY_ANSWER_BYTES, DELIVERY_TIMEOUT_MS, PAGE_SIZE_MAX } from '#shared/limits.ts'
import { type Delivery, DeliveryState, type Webhook } from '#shared/model/webhook.ts'
import { emailsById } from '../../accounts/store.ts'
import { type Config, type Source, webhookReach } from '../../config/config.ts'
import { ownDeliveries, sendTest } from '../../webhooks/manage/own-deliveries.ts'
import { type Owner, ownWebhooks, webhookAnswer } from '../../webhooks/manage/own-webhooks.ts'
import { findAnyWebhook, listWebhooks } from '../../webhooks/store.ts'
import { createPost } from '../../world/outgoing/post.ts'
import { printableJson, printableLine } from '../../world/printable.ts'
import { counted } from '../counted.ts'
import { knownAccount } from '../known-account.ts'
import { openInstalled, type Store } from '../open-store.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'

/** `sotto webhook …`: the webhooks of any account, as `/webhooks` has those of one's own. No secret is in it. */
export function webhookCommand(env: Source): Command {
  const group = new Command('webhook').description('list and test webhooks, and list their deliveries')
  const inStore = async <T>(command: Command, run: (store: Store, config: Config) => Promise<T>): Promise<T> => {
    const config = configOf(command, env)
    const store = await openInstalled(config)
    return run(store, config).finally(() => store.db.destroy())
  }

  const list = group
    .command('list')
    .description('list the webhooks, with the accounts they belong to; no secret is in it')
    .option('--email <email>', 'only those of this account')
    .option('--json', 'one JSON object a line')
  withSettings(list).action(async () => {
    const { email, json } = list.opts() as { email?: string; json?: true }
    const { webhooks, altered } = await inStore(list, async (store) =>
      email === undefined ? everyWebhook(store) : ownWebhooks(store, { account: await knownAccount(store, email) }),
    )
    for (const webhook of webhooks) print(`${json ? printableJson(webhook) : line(webhook)}\n`)
    for (const id of altered) print(`${json ? printableJson({ id, altered: true }) : `${id}  ${ALTERED}`}\n`)
    const none = email === undefined ? 'There is no webhook.' : `${printableLine(email)} has no webhook.`
    if (webhooks.length + altered.length === 0 && !json) print(`${none}\n`)
  })

  const deliveries = group
    .command('deliveries')
    .description('list what a webhook was told in the last 30 days, newest first')
    .argument('<id>', 'as "sotto webhook list" shows it')
    .option('--state <state>', `only those that are ${DeliveryState.options.join(', ')}`)
    .option('--count <count>', `so many, at most ${PAGE_SIZE_MAX}`, '20')
    .option('--json', 'one JSON object a line')
  withSettings(deliveries).action(async (id: string) => {
    const { json, ...asked } = deliveries.opts() as { state?: string; count: string; json?: true }
    const query = queryOf(asked)
    const { items } = await inStore(deliveries, async (store) =>
      ownDeliveries(store, await ownerOf(store, id), id, query),
    )
    for (const one of items) print(`${json ? printableJson(one) : deliveryLine(one)}\n`)
    if (items.length === 0 && !json) print('Nothing was delivered.\n')
  })

  const test = group
    .command('test')
    .description('send a webhook.test now, and say what became of it: exit code 1 where it was not taken')
    .argument('<id>', 'as "sotto webhook list" shows it')
    .option('--json', 'as a JSON object')
  withSettings(test).action(async (id: string) => {
    const sent = await inStore(test, async (store, config) =>
      sendTest({ ...store, post: postOf(config) }, await ownerOf(store, id), id),
    )
    print(`${test.opts().json ? printableJson(sent) : deliveryLine(sent)}\n`)
    if (sent.state !== 'delivered') process.exitCode = 1
  })
  return group
}

const ALTERED = 'somebody has altered its row in the database: nothing is sent to it'

/** Those of all accounts, with the e-mail of each. */
async function everyWebhook({ db, keys, clock }: Store): Promise<{ webhooks: Listed[]; altered: string[] }> {
  const emails = await emailsById(db, keys)
  const { webhooks, altered } = await listWebhooks(db, keys)
  const listed = (webhook: (typeof webhooks)[number]) => ({
    email: emails.get(webhook.accountId) ?? webhook.accountId,
    ...webhookAnswer(webhook, clock.now()),
  })
  return { webhooks: webhooks.map(listed), altered }
}

/** Throws where there is no such webhook, or somebody has altered it. */
async function ownerOf({ db, keys }: Store, id: string): Promise<Owner> {
  const webhook = await findAnyWebhook(db, keys, id)
  if (webhook !== undefined) return { account: { id: webhook.accountId } }
  throw new Error(`There is no webhook ${printableLine(id)}. "sotto webhook list" shows those that exist.`)
}

/** To where the gateway itself would send. */
const postOf = (config: Config) =>
  createPost({ reach: webhookReach(config), timeoutMs: DELIVERY_TIMEOUT_MS, maxBytes: DELIVERY_ANSWER_BYTES })

function queryOf({ state, count }: { state?: string; count: string }) {
  const pageSize = /^\d{1,4}$/.test(count) ? Number(count) : 0
  if (pageSize < 1 || pageSize > PAGE_SIZE_MAX)
    throw new Error(`"${printableLine(count)}" is no count: write a number from 1 to ${PAGE_SIZE_MAX}.`)
  if (state === undefined) return { pageSize }
  const parsed = DeliveryState.safeParse(state)
  if (parsed.success) return { pageSize, state: parsed.data }
  throw new Error(`"${printableLine(state)}" is no state: write one of ${DeliveryState.options.join(', ')}.`)
}

/** `email`: of its account, where those of all are listed. */
type Listed = Webhook & { email?: string }

function line({ email, id, url, status, failingSince, waiting, events, walletIds }: Listed): string {
  return [
    id,
    ...(email === undefined ? [] : [printableLine(email)]),
    printableLine(url),
    status,
    ...(failingSince === null ? [] : [`nothing taken since ${failingSince}`]),
    `${counted(waiting, 'event')} waiting`,
    events.join(','),
    walletIds === null ? 'all wallets' : `wallets ${walletIds.join(',')}`,
  ].join('  ')
}

function deliveryLine({ id, type, subject, state, tries, answer, flaw, ms, createdAt, nextAt }: Delivery): string {
  const said = answer === null ? flaw?.replaceAll('_', ' ') : `answered ${answer}`
  return [
    createdAt,
    id,
    type,
    subject,
    state,
    ...(said === undefined ? [] : [said]),
    ...(ms === null ? [] : [`in ${ms} ms`]),
    counted(tries, 'try', 'tries'),
    ...(nextAt === null ? [] : [`again ${nextAt}`]),
  ].join('  ')
}
