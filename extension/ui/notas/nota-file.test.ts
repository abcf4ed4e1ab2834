import { describe, expect, test } from 'vitest'
import { NOTA_BYTES_MAX } from '#shared/limits.ts'
import { pasted, readNotaFile, textOf } from './nota-file.ts'

const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes)
const encode = (text: string) => new TextEncoder().encode(text)

describe('bytes of a file', () => {
  test.each([
    ['plain', encode('eyJ.abc.def')],
    ['with a line end of Windows', encode('eyJ.abc.def\r\n')],
    ['with a byte order mark', bytesOf(0xef, 0xbb, 0xbf, 0x61)],
    ['with every kind of letter', encode('نوتة – 名刺 – 👛')],
    ['of the largest size', encode('x'.repeat(NOTA_BYTES_MAX))],
  ])('%s: come back unchanged', (_, bytes) => {
    const read = textOf(bytes)
    expect('text' in read && encode(read.text)).toEqual(bytes)
  })

  test.each([
    ['empty', bytesOf(), 'empty'],
    ['nothing but space', encode(' \n\t'), 'empty'],
    ['one byte too many', encode('x'.repeat(NOTA_BYTES_MAX + 1)), 'too_large'],
    ['a picture', bytesOf(0x89, 0x50, 0x4e, 0x47, 0xff), 'not_text'],
    ['half a letter', encode('é').slice(0, 1), 'not_text'],
    ['UTF-16', bytesOf(0xff, 0xfe, 0x61, 0x00), 'not_text'],
  ])('%s: refused', (_, bytes, flaw) => {
    expect(textOf(bytes)).toEqual({ flaw })
  })
})

test.each([
  ['text', 'eyJ.abc.def\n', { text: 'eyJ.abc.def\n' }],
  ['nothing', '', { flaw: 'empty' }],
  ['half a pair', 'a\ud800', { flaw: 'not_text' }],
  ['too many bytes, though not too many letters', 'é'.repeat(NOTA_BYTES_MAX - 1), { flaw: 'too_large' }],
])('pasted %s', (_, text, expected) => {
  expect(pasted(text)).toEqual(expected)
})

describe('files', () => {
  const file = (text: string, name = 'card.nota') => new File([text], name)

  test('one is read, with its name', async () => {
    expect(await readNotaFile([file('eyJ.abc.def')])).toEqual({ nota: { name: 'card.nota', text: 'eyJ.abc.def' } })
  })

  test('a name that deceives is shown plain', async () => {
    const read = await readNotaFile([file('a', `card\u202eexe.${'x'.repeat(1_000)}`)])
    expect('nota' in read && read.nota.name).toMatch(/^card exe\.x{70}…$/)
  })

  test.each([
    ['none', [], 'empty'],
    ['two', [file('a'), file('b')], 'several'],
    ['one that is too large', [file('x'.repeat(NOTA_BYTES_MAX + 1))], 'too_large'],
  ])('%s: refused', async (_, files, flaw) => {
    expect(await readNotaFile(files)).toEqual({ flaw })
  })

  test('one that cannot be read: refused', async () => {
    const folder = Object.assign(file('a'), { arrayBuffer: () => Promise.reject(new Error('a folder')) })
    expect(await readNotaFile([folder])).toEqual({ flaw: 'unreadable' })
  })
})
