import { describe, expect, test } from 'vitest'
import { type Approval, emptyQueue, type Queue } from '../../sites/approvals/approval.ts'
import { profile, triple, wallet } from '../../testing/fixtures.ts'
import { faceOf, isStray, type Known, knownOrigins, pickedOf, walletsIn } from './model.ts'

const approval = (part: Partial<Approval> = {}): Approval => ({
  id: 'a',
  origin: 'https://shop.example',
  method: 'sotto_requestAddressCard',
  purpose: null,
  profileId: 'p1',
  askedAt: 0,
  waiters: [{ tabId: 1, key: 'k' }],
  outcome: null,
  ...part,
})
const queueOf = (...list: Approval[]): Queue => ({ ...emptyQueue, list })
const known = (part: Partial<Known> = {}): Known => ({
  vault: 'there',
  open: true,
  profiles: { active: 'p1', list: [profile()] },
  queue: queueOf(approval()),
  ...part,
})

describe('the window', () => {
  test.each<[string, Partial<Known>, string]>([
    ['where nobody waits', { queue: emptyQueue }, 'nothing'],
    ['where everything was decided', { queue: queueOf(approval({ outcome: { value: 1 } })) }, 'nothing'],
    ['without a wallet', { vault: 'none', open: false }, 'set-up'],
    ['with a wallet that cannot be read', { vault: 'damaged', open: false }, 'damaged'],
    ['of a locked wallet', { open: false }, 'locked'],
    ['without a gateway', { profiles: { active: null, list: [] } }, 'connect'],
    ['of another gateway', { profiles: { active: 'p2', list: [profile({ id: 'p2' })] } }, 'nothing'],
    ['for a question from before there was a gateway', { queue: queueOf(approval({ profileId: null })) }, 'prompt'],
    ['with a question', {}, 'prompt'],
  ])('%s shows: %s', (_, part, is) => {
    expect(faceOf(known(part)).is).toBe(is)
  })

  test('shows the first that waits, and how many do', () => {
    const queue = queueOf(approval({ id: 'done', outcome: { value: 1 } }), approval({ id: 'b' }), approval({ id: 'c' }))
    expect(faceOf(known({ queue }))).toMatchObject({ approval: { id: 'b' }, of: 2 })
  })

  test.each([
    ['the one that is written down', { id: 4, popup: true }, 4, false],
    ['a second one', { id: 5, popup: true }, 4, true],
    ['the first, not yet written down', { id: 5, popup: true }, null, false],
    ['a tab that somebody opened by hand', { id: 5, popup: false }, 4, false],
    ['not known to itself yet', { id: null, popup: false }, 4, false],
  ])('that is %s is a stray one: %s', (_, own, windowId, stray) => {
    expect(isStray(own, { ...emptyQueue, windowId })).toBe(stray)
  })
})

const first = wallet({ id: 'w1', isPrimary: false })
const primary = wallet({ id: 'w2', isPrimary: true })

test.each([
  ['the one that was picked', [first, primary], 'w1', 'w1'],
  ['the primary one at first', [first, primary], undefined, 'w2'],
  ['the primary one where the picked is gone', [first, primary], 'w9', 'w2'],
  ['the first where none is primary', [first], undefined, 'w1'],
  ['none where there is none', [], undefined, undefined],
])('the wallet is %s', (_, wallets, id, picked) => {
  expect(pickedOf(wallets, id)?.id).toBe(picked)
})

test.each([
  ['nothing was read', null, undefined],
  [
    'another gateway was read',
    { profileId: 'p2', balances: { list: [triple()], at: 0 }, transactions: null },
    undefined,
  ],
  ['only transactions were read', { profileId: 'p1', balances: null, transactions: null }, undefined],
  ['they were read', { profileId: 'p1', balances: { list: [triple()], at: 0 }, transactions: null }, ['w1']],
])('wallets that are known where %s', (_, view, ids) => {
  expect(walletsIn(view, 'p1')?.map(({ id }) => id)).toEqual(ids)
})

test('known are gateways and enabled sites, each once, and not the site that asks', () => {
  const site = (origin: string) => ({ origin, enabledAt: 0 })
  const profiles = { active: 'p1', list: [profile({ origin: 'https://pay.example' })] }
  expect(
    knownOrigins(
      [site('https://shop.example'), site('https://pay.example'), site('https://b.example')],
      profiles,
      'https://shop.example',
    ),
  ).toEqual(['https://pay.example', 'https://b.example'])
})
