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
