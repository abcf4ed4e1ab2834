import fc from 'fast-check'
import { addressOf } from '../batches-fixture.ts'

/** Pieces that files are made of, and pieces that break them. */
const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('amount', 'to', 'memo', ',', ';', '\t', '\n', '\r\n', '"', '""', '1', '0.5', '1,5'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '<a>',
      '</a>',
      '<Document xmlns="urn:x:pain.001.001.09">',
      '<CdtTrfTxInf>',
      '&amp;',
      '&x;',
      ']]>',
      '<![CDATA[',
      '<!DOCTYPE a>',
      'Ccy="USD"',
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  { weight: 1, arbitrary: fc.constantFrom('\0', '\uFEFF', '\u2028', '=cmd()', addressOf(1), 'sep=;\n') },
)
/** Files of such pieces, some with a header or a root that is right. */
export const anyFile = fc.oneof(
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
  fc.array(piece, { maxLength: 30 }).map((pieces) => `amount,to,memo\n${pieces.join('')}`),
  fc
    .array(piece, { maxLength: 30 })
    .map((pieces) => `<Document xmlns="urn:x:pain.001.001.09">${pieces.join('')}</Document>`),
)

const cellOf = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('1', '0.5', '12.000001', addressOf(1), addressOf(2), 'Zoé', 'Müller; Jörg', ''),
  },
  { weight: 1, arbitrary: piece },
)

/** Tables that are nearly right, as some software writes them: fields in any order, a separator, quotes or none, line ends. */
const anyTable = fc
  .record({
    columns: fc.shuffledSubarray(['amount', 'to', 'memo', 'reference', 'Betrag', 'Adresse', 'name', 'token', 'x'], {
      minLength: 2,
    }),
    separator: fc.constantFrom(',', ';', '\t', '|'),
    quote: fc.boolean(),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    rows: fc.array(fc.array(cellOf, { minLength: 1, maxLength: 9 }), { maxLength: 6 }),
  })
  .map(({ columns, separator, quote, end, rows }) => {
    const cell = (text: string) => (quote ? `"${text.replaceAll('"', '""')}"` : text)
    return [columns, ...rows].map((cells) => cells.map(cell).join(separator)).join(end)
  })

const encodings: readonly ((text: string) => Uint8Array)[] = [
  (text) => Buffer.from(text, 'utf8'),
  (text) => Buffer.from(`\uFEFF${text}`, 'utf8'),
  (text) => Buffer.from(text, 'latin1'),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
]

/** Files as bytes, in the encodings that software writes, now and then cut off in the middle. */
export const anyBytes = fc
  .record({
    text: fc.oneof(anyFile, anyTable),
    // In most of them something can be read.
    encode: fc.oneof(
      { weight: 3, arbitrary: fc.constant(encodings[0]) },
      { weight: 2, arbitrary: fc.constantFrom(...encodings) },
    ),
    cut: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 40 }) }),
  })
  .map(({ text, encode, cut }) => {
    const bytes = Uint8Array.from(encode?.(text) ?? [])
    return bytes.subarray(0, Math.max(0, bytes.length - cut))
  })
