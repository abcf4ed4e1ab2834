import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { Call } from '../../chain/port.ts'
import { repeated } from '../../testing/how-often.ts'
import { newId } from '../../world/new-id.ts'
import { readTag, type Slot, TAG_BYTES, type Tag, withTag } from './tag.ts'
import { fromSecret } from './tag-fixture.ts'

const keys = fromSecret(randomBytes(32))
const address = (): Address => `0x${randomBytes(20).toString('hex')}`
const slot: Slot = { chainId: 11155111, sender: address(), nonce: 7 }
const call: Call = { to: address(), data: `0x${randomBytes(260).toString('hex')}`, value: 0n }
const tag: Tag = { row: newId(), type: 'TRANSFER', role: 'call', digest: randomBytes(8).toString('hex') }
const whole = withTag(keys, slot, call, tag)

const bytes = (hex: Hex) => Buffer.from(hex.slice(2), 'hex')
const hex = (buffer: Buffer): Hex => `0x${buffer.toString('hex')}`
const [data, tail] = [bytes(call.data), bytes(whole.data).subarray(-TAG_BYTES)]
const tailed = (...parts: Buffer[]): Call => ({ ...call, data: hex(Buffer.concat(parts)) })

function flipped(buffer: Buffer, bit: number): Buffer {
  const copy = Buffer.from(buffer)
  copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
  return copy
}

const each = (count: number) => Array.from({ length: count }, (_, index) => index)
const opened = (slots: Slot[], calls: Call[]) =>
  slots.flatMap((at) => calls.flatMap((one) => readTag(keys, at, one) ?? []))

const forgeries: [string, () => Tag[]][] = [
  [
    'each of its bits flipped',
    () =>
      opened(
        [slot],
        each(TAG_BYTES * 8).map((bit) => tailed(data, flipped(tail, bit))),
      ),
  ],
  [
    'copied to data that differs by a bit',
    () =>
      opened(
        [slot],
        each(2_080).map((bit) => tailed(flipped(data, bit), tail)),
      ),
  ],
  [
    'copied to other nonces',
    () =>
      opened(
        each(1_001).flatMap((nonce) => (nonce === slot.nonce ? [] : { ...slot, nonce })),
        [whole],
      ),
  ],
  [
    'copied by other keys',
    () =>
      opened(
        each(200).map(() => ({ ...slot, sender: address() })),
        [whole],
      ),
  ],
  [
    'copied to other chains',
    () =>
      opened(
        [1, 137, 31337, slot.chainId + 1].map((chainId) => ({ ...slot, chainId })),
        [whole],
      ),
  ],
  [
    'copied to another contract, and another value',
    () =>
      opened(
        [slot],
        [
          { ...whole, to: address() },
          { ...whole, value: 1n },
        ],
      ),
  ],
  [
    'behind data that is a byte shorter or longer, in front of it, and twice',
    () =>
      opened(
        [slot],
        [
          tailed(data.subarray(0, -1), tail),
          tailed(data, Buffer.alloc(1), tail),
          tailed(tail, data),
          tailed(data, tail, tail),
          tailed(tail),
          tailed(tail.subarray(1)),
        ],
      ),
  ],
  [
    'of another installation, for this very call',
    () =>
      opened(
        [slot],
        each(2_000).map(() => withTag(fromSecret(randomBytes(32)), slot, call, tag)),
      ),
  ],
  [
    'put together from two tags of one row',
    () => {
      const other = bytes(withTag(keys, { ...slot, nonce: 8 }, call, tag).data).subarray(-TAG_BYTES)
      const halves = [
        tailed(data, tail.subarray(0, 16), other.subarray(16)),
        tailed(data, other.subarray(0, 16), tail.subarray(16)),
      ]
      return opened([slot, { ...slot, nonce: 8 }], halves)
    },
  ],
  [
    'guessed',
    () => each(repeated(10_000)).flatMap(() => readTag(keys, slot, tailed(data, randomBytes(TAG_BYTES))) ?? []),
  ],
]

test.each(forgeries)('a tag %s says nothing', (_, read) => {
  expect(read()).toEqual([])
  expect(readTag(keys, slot, whole)).toEqual(tag)
})
