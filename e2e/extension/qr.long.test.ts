import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { Page } from 'playwright'
import encodeQR from 'qr'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { temporaryFolder } from '../harness/gateway.ts'
import { type Hands, handsOn } from './hands.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'
import { flawsOf, lookNormal } from './looks.ts'

/** Whom to pay, by a picture and through a camera, which sees the same code all the time. */
const ADA = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const folder = temporaryFolder()
let gateway: Gateway
let wallet: Wallet
let page: Page
let hands: Hands

beforeAll(async () => {
  const film = join(folder.path, 'film.y4m')
  writeFileSync(film, filmOf(`ethereum:${ADA}`))
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
  const args = [...camera, '--use-fake-ui-for-media-stream']
  ;[gateway, wallet] = await Promise.all([serveGateway(), openWallet({ args })])
  const { api, apiKey } = gateway.tester
  const { wallet: till } = await api.createWallet({ type: 'custodial', label: 'Till' })
  await api.fund({ walletId: till.id, amount: '100' })
  await api.mint({ walletId: till.id, amount: '50' })
  await wallet.give(gateway.origin)
  await wallet.create()
  await wallet.ask('profile.add', { origin: gateway.origin, name: 'Home', apiKey })
  page = await wallet.open('dashboard.html#/send')
  hands = handsOn(page)
  await lookNormal(page)
  // What takes a picture is there with the form, which waits for the wallets.
  await hands.field('Address of the recipient').waitFor()
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
  folder.remove()
})

const SIZE = 400

/** Gray values of a code in the middle of a white square. */
function grayOf(text: string): Uint8Array {
  const modules = encodeQR(text, 'raw', { border: 4 })
  const gray = new Uint8Array(SIZE * SIZE).fill(235)
  const scale = Math.floor(SIZE / modules.length)
  const dark = (x: number, y: number) => modules[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true
  for (let y = 0; y < SIZE; y++) for (let x = 0; x < SIZE; x++) if (dark(x, y)) gray[y * SIZE + x] = 16
  return gray
}

/** A film of one frame, as Chromium's camera for tests plays it. */
function filmOf(text: string): Buffer {
  const head = Buffer.from(`YUV4MPEG2 W${SIZE} H${SIZE} F10:1 Ip A1:1 C420mpeg2\nFRAME\n`)
  return Buffer.concat([head, grayOf(text), Buffer.alloc((SIZE * SIZE) / 2, 128)])
}

/** A PNG of gray values, eight bits each, or of nothing in any size, one bit each. */
function png(width: number, height: number, gray?: Uint8Array): Buffer {
  const line = gray === undefined ? Math.ceil(width / 8) : width
  const rows = Buffer.alloc((line + 1) * height)
  for (let y = 0; gray !== undefined && y < height; y++)
    rows.set(gray.subarray(y * width, (y + 1) * width), y * (line + 1) + 1)
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, gray === undefined ? 1 : 8, 0, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const parts = [
    ['IHDR', head],
    ['IDAT', deflateSync(rows)],
    ['IEND', Buffer.alloc(0)],
  ] as const
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, ...parts.map(([name, data]) => chunk(name, data))])
}

function chunk(name: string, data: Buffer): Buffer {
  const said = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(said))
  return Buffer.concat([length, said, sum])
}

let files = 0
async function dropPicture(bytes: Buffer): Promise<void> {
  const path = join(folder.path, `picture-${files++}.png`)
  writeFileSync(path, bytes)
  await hands.drop(path)
}
const dropCode = (text: string) => dropPicture(png(SIZE, SIZE, grayOf(text)))
const address = () => hands.field('Address of the recipient').inputValue()

test.each([
  ['another network', `ethereum:${ADA}@1`, 'This code is for another network (chain 1)'],
  ['another token', `ethereum:${ADA}/transfer?address=${ADA}&uint256=5`, 'asks for a token by its contract'],
  ['a link', 'https://evil.example/', 'is a link to a web page'],
  ['no address', 'a shopping list', 'There is no address in this QR code.'],
])('a picture of a code for %s is refused by its sentence, and nothing is filled in', async (_, text, said) => {
  await dropCode(text)
  await hands.alarmed(said)
  expect(await address()).toBe('')
})

test('a small file with a huge picture in it is not unpacked', async () => {
  await dropPicture(png(20_000, 20_000))
  await hands.alarmed('This picture is too large')
})

test('a picture without a code, and a file that is called a picture, are told apart', async () => {
  await dropPicture(png(200, 200, new Uint8Array(40_000).fill(200)))
  await hands.alarmed('No QR code is found in this picture.')
  await dropPicture(Buffer.from('GIF89a, or so'))
  await hands.alarmed('The browser cannot read this as a picture.')
})

test('what a dropped picture says is in the field, and reviewed like a typed address', async () => {
  await hands.choose('Own wallet')
  await dropCode(`ethereum:${ADA}@11155111`)
  await hands.hears('The QR code is read.')
  await expect.poll(address).toBe(ADA)
  expect(await flawsOf(page, 'a code that was read')).toEqual([])
  await hands.type('Amount', '1')
  await hands.press('Review')
  await hands.at('Review the payment')
  await hands.sees('You have not paid this address before')
  await hands.press('Change')
})

test('a picture is read once: what was typed since stays', async () => {
  const typed = `0x6b0b${'0'.repeat(32)}6b0b`
  await hands.type('Address of the recipient', typed)
  for (const way of ['Own wallet', 'Address']) await hands.choose(way)
  await dropPicture(png(200, 200, new Uint8Array(40_000).fill(200)))
  await hands.alarmed('No QR code is found in this picture.')
  expect(await address()).toBe(typed)
})

test('of two codes in a picture none is taken', async () => {
  await hands.type('Address of the recipient', '')
  const two = Buffer.concat([grayOf(ADA), grayOf(`0x6b0b${'0'.repeat(32)}6b0b`)])
  await dropPicture(png(SIZE, 2 * SIZE, two))
  await hands.alarmed('There are several QR codes in this picture.')
  expect(await address()).toBe('')
  await dropCode(ADA)
  await expect.poll(address).toBe(ADA)
})

test('the camera reads it too, is asked for by a press alone, and is off afterwards', async () => {
  await hands.goTo('Home')
  await hands.at('Home')
  await page.evaluate(`
    window.streams = []
    const { mediaDevices } = navigator
    const plain = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (wanted) => (streams.push(await plain(wanted)), streams.at(-1))
  `)
  await hands.goTo('Send')
  await hands.type('Address of the recipient', '')
  expect(await page.evaluate('streams.length')).toBe(0)
  await hands.press('Scan a QR code')
  await expect.poll(address).toBe(ADA)
  expect(await page.evaluate('streams.map((stream) => stream.active)')).toEqual([false])
  await expect.poll(() => page.locator('video').count()).toBe(0)
})
