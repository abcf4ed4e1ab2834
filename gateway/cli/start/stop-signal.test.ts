import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { stopSignal } from './stop-signal.ts'

function stage() {
  const exits: number[] = []
  const source = Object.assign(new EventEmitter(), { exit: (code: number) => exits.push(code) })
  let time = 0
  return {
    exits,
    stopping: stopSignal(source, () => time),
    press: (signal: string, at: number) => {
      time = at
      source.emit(signal)
    },
  }
}

test('a press of Ctrl-C that npm hands on once more is one press: the stop stays orderly', async () => {
  const { stopping, press, exits } = stage()
  press('SIGINT', 100)
  press('SIGINT', 130)
  expect(await stopping).toBe('SIGINT')
  expect(exits).toEqual([])
})

test('a second press ends the process at once', async () => {
  const { stopping, press, exits } = stage()
  press('SIGTERM', 100)
  await stopping
  press('SIGINT', 1_500)
  expect(exits).toEqual([130])
})
