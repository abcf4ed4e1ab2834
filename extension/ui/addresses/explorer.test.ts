import { describe, expect, test } from 'vitest'
import { explorerLink, readExplorer } from './explorer.ts'

describe('a typed address of an explorer', () => {
  test.each([
    ['https://sepolia.etherscan.io', 'https://sepolia.etherscan.io'],
    ['https://sepolia.etherscan.io///', 'https://sepolia.etherscan.io'],
    ['sepolia.etherscan.io', 'https://sepolia.etherscan.io'],
    ['https://example.com/explorer/', 'https://example.com/explorer'],
    ['http://localhost:5100', 'http://localhost:5100'],
    ['  ', null],
  ])('%j is %s', (typed, base) => {
    expect(readExplorer(typed)).toEqual({ base })
  })

  test.each([
    ['http://sepolia.etherscan.io', 'plain_http'],
    ['javascript:alert(1)', 'not_an_address'],
    ['data:text/html,hello', 'not_an_address'],
    ['https://', 'not_an_address'],
    ['https://ada:secret@example.com', 'has_more'],
    ['https://example.com/?q=', 'has_more'],
    ['https://example.com/#/tx', 'has_more'],
  ])('%j is refused: %s', (typed, flaw) => {
    expect(readExplorer(typed)).toEqual({ flaw })
  })
})

const hash = `0x${'ab'.repeat(32)}`

test.each([
  ['an explorer and a hash', 'https://sepolia.etherscan.io', hash, `https://sepolia.etherscan.io/tx/${hash}`],
  ['no explorer', undefined, hash, undefined],
  ['what is no hash', 'https://sepolia.etherscan.io', '0x12/../evil', undefined],
  ['a stored address that is none', 'javascript:alert(1)', hash, undefined],
])('the link for %s', (_, base, txHash, expected) => {
  expect(explorerLink(base, txHash)).toBe(expected)
})
