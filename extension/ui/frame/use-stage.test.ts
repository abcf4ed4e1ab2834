import { expect, test } from 'vitest'
import { type Known, type Memory, nextStage, type Stage } from './use-stage.ts'

const none: Known = { vault: false, open: false, connected: false, tab: true }
const locked: Known = { ...none, vault: true }
const open: Known = { ...locked, open: true }
const connected: Known = { ...open, connected: true }

test.each<[string, Known[], Stage]>([
  ['a fresh browser is welcomed', [none], 'welcome'],
  ['a vault that was there before is locked', [locked], 'lock'],
  ['a vault that is being made does not flash the lock', [none, locked], 'welcome'],
  ['once it is open the welcome goes on', [none, locked, open], 'welcome'],
  ['a lock in the middle of the welcome locks', [none, locked, open, locked], 'lock'],
  ['and the welcome goes on after it', [none, locked, open, locked, open], 'welcome'],
  ['a gateway that is connected meanwhile does not end the welcome', [none, locked, open, connected], 'welcome'],
  ['a wallet that was set up before is shown at once', [connected], 'wallet'],
  ['a wallet that was locked is shown after its unlock', [{ ...connected, open: false }, connected], 'wallet'],
  ['the last gateway that is removed brings the welcome back', [connected, open], 'welcome'],
  ['a wallet that was erased is welcomed anew', [connected, none], 'welcome'],
  [
    'a popup has nothing to say once a gateway is connected',
    [none, connected].map((each) => ({ ...each, tab: false })),
    'wallet',
  ],
])('%s', (_, looks, stage) => {
  let memory: Memory = { making: false, welcoming: false }
  const stages = looks.map((known) => {
    const next = nextStage(known, memory)
    memory = next.memory
    return next.stage
  })
  expect(stages.at(-1)).toBe(stage)
})
