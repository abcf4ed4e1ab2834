import { expect, test } from 'vitest'
import { meantBy } from './meant.ts'

const ada = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test.each([
  [ada],
  [`  ${ada}\n`],
  [`ethereum:${ada}`],
  [`ETHEREUM:${ada}`],
  [`ethereum:pay-${ada}`],
  [`ethereum:${ada}@11155111`],
  [`ethereum:${ada}?gas=21000&gasPrice=1e9`],
])('%j is the address of Ada', (said) => {
  expect(meantBy(said)).toEqual({ address: ada })
})

test('an address with a digit too few is told so where a typed one is', () => {
  expect(meantBy(ada.slice(0, -1))).toEqual({ address: ada.slice(0, -1) })
})

test('a card is taken as a card', () => {
  expect(meantBy('eyJh.eyJi.c-_2')).toEqual({ nota: 'eyJh.eyJi.c-_2' })
})

test.each([
  ['', { flaw: 'empty' }],
  ['https://evil.example/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', { flaw: 'link' }],
  [`ethereum:${ada}@1`, { flaw: 'other_chain', chain: '1' }],
  [`ethereum:${ada}@0xaa36a7`, { flaw: 'other_chain', chain: '0xaa36a7' }],
  [`ethereum:${ada}@${'9'.repeat(1_000)}`, { flaw: 'other_chain', chain: '9'.repeat(20) }],
  [`ethereum:${ada}@1/transfer?address=${ada}&uint256=1`, { flaw: 'other_chain', chain: '1' }],
  [`ethereum:${ada}/transfer?address=${ada}&uint256=1`, { flaw: 'token' }],
  [`ethereum:${ada}/approve?address=${ada}&uint256=1`, { flaw: 'contract' }],
  [`ethereum:${ada}?value=2.014e18`, { flaw: 'ether' }],
  [`ethereum:${ada}?amount=5`, { flaw: 'unknown' }],
  ['ethereum:ada.eth', { flaw: 'name' }],
  ['pay.alice.eth', { flaw: 'unknown' }],
  ['ethereum:', { flaw: 'unknown' }],
  ['bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT', { flaw: 'unknown' }],
  ['WIFI:S:home;T:WPA;P:secret;;', { flaw: 'unknown' }],
  ['javascript:alert(1)', { flaw: 'unknown' }],
  [`${ada}${ada}`, { flaw: 'unknown' }],
  ['\u202e'.repeat(3_000), { flaw: 'unknown' }],
])('%j is refused', (said, meant) => {
  expect(meantBy(said)).toEqual(meant)
})
