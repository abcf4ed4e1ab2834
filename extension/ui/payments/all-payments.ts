import { ask } from '../../background/ask.ts'
import { profiles } from '../../gateway/profiles.ts'
import type { OpenIntent } from '../../intents/intent.ts'

/** The payments of every gateway, as far as they can be read. */
export async function allPayments(): Promise<OpenIntent[]> {
  const { list } = await profiles.get()
  const each = await Promise.all(list.map(({ id }) => ask('money.list', { profileId: id }).catch(() => [])))
  return each.flat()
}
