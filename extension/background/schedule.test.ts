import { beforeEach, describe, expect, test } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { profiles } from '../gateway/profiles.ts'
import type { Intent, IntentState } from '../intents/intent.ts'
import { intents } from '../intents/kept.ts'
import { arrivals } from '../store/arrivals.ts'
import { defaultSettings, settings } from '../store/settings.ts'
import { profile } from '../testing/fixtures.ts'
import { unlocked } from '../vault/state.ts'
import { ARRIVALS, LOCK, schedule, UNSETTLED } from './schedule.ts'

const T = Date.UTC(2027, 0, 31, 12)

beforeEach(() => fakeBrowser.reset())

const intent = (state: IntentState, terminal = false): Intent => ({
  id: state,
  profileId: 'p',
  state,
  consentedAt: T,
  sent: 0,
  sentAt: 0,
  notBefore: 0,
  transactionId: null,
  terminal,
  updatedAt: T,
  sealed: { iv: '', ct: '' },
})
const unlock = () => unlocked.set({ dataKey: '', unlockedAt: T, activeAt: T })
const alarms = async () => (await fakeBrowser.alarms.getAll()).map(({ name }) => name).sort()
const badge = () => fakeBrowser.action.getBadgeText({})

test.each<[string, Intent[], string[], string]>([
  ['nothing was ever paid', [], [LOCK], ''],
  ['a payment is written', [intent('ready')], [LOCK, UNSETTLED], '•'],
  ['a call is under way', [intent('sending')], [LOCK, UNSETTLED], '•'],
  ['it is not known what became of one', [intent('unknown')], [LOCK, UNSETTLED], '•'],
  ['one is not settled', [intent('accepted')], [LOCK, UNSETTLED], '•'],
  ['one waits for the person', [intent('ask')], [LOCK], '•'],
  ['one has settled', [intent('accepted', true)], [LOCK], ''],
  ['one was refused', [intent('refused')], [LOCK], ''],
  ['one was discarded', [intent('discarded')], [LOCK], ''],
  ['one is not followed any more', [intent('left')], [LOCK], ''],
])('unlocked, %s', async (_, list, due, sign) => {
  await intents.set(list)
  await unlock()
  await schedule()
  expect(await alarms()).toEqual(due)
  expect(await badge()).toBe(sign)
})

describe('what came in', () => {
  const connect = (state: 'connected' | 'rejected') => profiles.set({ active: 'p1', list: [profile({ state })] })
  const unseen = (count: number) =>
    arrivals.set({ p1: { floor: 0, known: {}, unseen: Array.from({ length: count }, (_, at) => `t${at}`) } })

  test.each<['connected' | 'rejected', string[]]>([
    ['connected', [ARRIVALS, LOCK]],
    ['rejected', [LOCK]],
  ])('is looked for every minute at a gateway that is %s', async (state, due) => {
    await connect(state)
    await unlock()
    await schedule()
    expect(await alarms()).toEqual(due)
  })

  test.each<[number, string]>([
    [0, ''],
    [1, '+1'],
    [99, '+99'],
    [100, '99+'],
  ])('unseen, %i of it, is on the badge as %j', async (count, sign) => {
    await unseen(count)
    await unlock()
    await schedule()
    expect(await badge()).toBe(sign)
  })

  test('says more than that money is under way, and nothing at all while locked', async () => {
    await unseen(2)
    await intents.set([intent('sending')])
    await unlock()
    await schedule()
    expect(await badge()).toBe('+2')
    await unlocked.set(null)
    await schedule()
    expect(await badge()).toBe('•')
    expect(await alarms()).toEqual([])
  })
})

test('while locked no alarm is left, whatever is under way; the badge still says that there is something', async () => {
  await intents.set([intent('sending')])
  await unlock()
  await schedule()
  await unlocked.set(null)
  await schedule()
  expect(await alarms()).toEqual([])
  expect(await badge()).toBe('•')
})

test('an alarm that runs already is not put off by another look', async () => {
  await intents.set([intent('sending')])
  await unlock()
  await schedule()
  const first = await fakeBrowser.alarms.get(UNSETTLED)
  expect(first?.periodInMinutes).toBe(0.5)
  await schedule()
  expect(await fakeBrowser.alarms.get(UNSETTLED)).toBe(first)
})

test('the wallet is locked when its time has come, as the settings say now', async () => {
  await unlock()
  await schedule()
  expect((await fakeBrowser.alarms.get(LOCK))?.scheduledTime).toBe(T + 15 * 60_000)
  await settings.set({ ...defaultSettings, lock: { idleMinutes: 5, capHours: 1 } })
  await schedule()
  expect((await fakeBrowser.alarms.get(LOCK))?.scheduledTime).toBe(T + 5 * 60_000)
})
