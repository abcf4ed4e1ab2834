import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createLiveChain } from '../../gateway/chain/live/chain.ts'
import { createSigner } from '../../gateway/chain/live/wallet-keys.ts'
import { cstableAbi } from '../../gateway/contracts/abis.ts'
import { clientOf, type Gateway, makeKey, startGateway, temporaryFolder } from '../harness/gateway.ts'
import { startTestnet } from '../harness/testnet.ts'
import { median, milliseconds } from './kit/report.ts'

/**
 * `node e2e/bench/pads.ts [rounds] [proofs]`, after a build: confidential transfers and backed redeems with genuine TFHE
 * proofs, made ahead, made for each, and as bare transactions whose encrypted input is there already, with a block for each
 * transaction and with one each 12 s; what a pad costs; and other requests while pads are made.
 */
const ROUNDS = Number(process.argv[2] ?? 9)
const PROOFS = Number(process.argv[3] ?? 2)
const PADS = 32
const WATCH_MS = 8_000
const EVERY_MS = 20
/** As on the live network. */
const BLOCK_MS = 12_000
const BLOCK_ROUNDS = 3
const ONE = 1_000_000n

const folder = temporaryFolder()
const testnet = await startTestnet(folder.path)
const { info, money } = testnet
const preload = ['--import', fileURLToPath(new URL('kit/loop-lag.mjs', import.meta.url))]

async function gatewayWith(pads: number) {
  const operator = await testnet.newOperator()
  const env = {
    ...testnet.environment(),
    SOTTO_OPERATOR_KEY: operator,
    SOTTO_FULL_PROOFS: 'on',
    SOTTO_RECEIPT_WAIT_MS: '180000',
    SOTTO_PADS: String(pads),
  }
  const dataDir = `${folder.path}/with-${pads}`
  const gateway = await startGateway({ dataDir, env, runtime: [process.execPath, ...preload] })
  const api = clientOf(gateway, await makeKey(dataDir))
  const [from, to] = await Promise.all(
    [1, 2].map(async () => (await api.createWallet({ type: 'custodial' })).wallet.id),
  )
  await api.fund({ walletId: from as string, amount: '100' })
  await api.mint({ walletId: from as string, amount: '100' })
  const move = { walletId: from as string, amount: '1' }
  return {
    gateway,
    api,
    transfer: () => api.transfer({ ...move, toWalletId: to as string }),
    redeem: () => api.redeem(move),
  }
}

/** A bare script: nonce, signature, sending, receipt. Its input was encrypted before. */
async function bare() {
  const wallet = privateKeyToAccount(createSigner().key)
  const to = createSigner().address
  await money.fund(wallet.address, 100n * ONE, 10n ** 19n)
  await money.wrap(wallet, 100n * ONE)
  const input = () => money.input(wallet.address, ONE)
  return {
    async transfer() {
      const data = money.transferData(to, await input())
      return milliseconds(() => money.send(wallet, info.cstable, data))
    },
    async redeem() {
      const { handle, inputProof } = await input()
      const args = [wallet.address, wallet.address, handle, inputProof] as const
      const data = encodeFunctionData({ abi: cstableAbi, functionName: 'unwrap', args })
      return milliseconds(() => money.send(wallet, info.cstable, data))
    },
  }
}

const ahead = await gatewayWith(PADS)
const each = await gatewayWith(0)
const script = await bare()

const lines: string[] = []
const ms = (value: number) => `${value.toFixed(value < 1_000 ? 1 : 0)} ms`
const report = (...cells: string[]) => lines.push(`| ${cells.join(' | ')} |`)

// Both gateways are warm, and the first one makes pads.
await ahead.transfer()
await each.transfer()
await until(async () => (await padsReady()) === PADS)
await ahead.transfer()
await script.transfer()

report('', 'proof made ahead', 'proof for each', 'bare, input made before', 'ahead / bare')
report('---', '--:', '--:', '--:', '--:')
for (const verb of ['transfer', 'redeem'] as const) {
  const { mine, plain } = await compare(verb, ROUNDS)
  const proved: number[] = []
  for (let proof = 0; proof < PROOFS; proof++) proved.push(await milliseconds(each[verb]))
  const [a, b, c] = [median(mine), median(proved), median(plain)]
  report(`${verb}, until 201`, ms(a), ms(b), ms(c), (a / c).toFixed(2))
}

lines.push('')
report('a block each 12 s', 'proof made ahead', 'bare, input made before', 'ahead / bare')
report('---', '--:', '--:', '--:')
await until(async () => (await padsReady()) > 2 * BLOCK_ROUNDS)
await testnet.controls.setAutomine(false)
const blocks = new EventTarget()
const mining = setInterval(async () => {
  await testnet.controls.mine()
  blocks.dispatchEvent(new Event('mined'))
}, BLOCK_MS)
const mined = () => new Promise<unknown>((resolve) => blocks.addEventListener('mined', resolve, { once: true }))
for (const verb of ['transfer', 'redeem'] as const) {
  const { mine, plain } = await compare(verb, BLOCK_ROUNDS, mined)
  const [a, c] = [median(mine), median(plain)]
  report(`${verb}, until 201`, ms(a), ms(c), (a / c).toFixed(2))
}
clearInterval(mining)
await testnet.controls.setAutomine(true)

lines.push('')
report('proof of', 'takes', 'a pad')
report('---', '--:', '--:')
const chain = await createLiveChain({ ...info, operator: undefined })
await chain.pads.encrypt(createSigner().address, [1n])
for (const count of [8, 16, 32]) {
  const values = Array.from({ length: count }, (_, index) => BigInt(index))
  const took: number[] = []
  for (let proof = 0; proof < PROOFS; proof++)
    took.push(await milliseconds(() => chain.pads.encrypt(createSigner().address, values)))
  report(`${count} pads`, ms(median(took)), ms(median(took) / count))
}
await chain.close()

lines.push('')
report('other requests, one each 20 ms', 'while pads are made', 'while none are')
report('---', '--:', '--:')
const quiet = await watch()
while (2 * (await padsReady()) >= PADS) await ahead.transfer()
await pause(2_500)
const busy = await watch()
const at = (values: number[], share: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
report('GET /wallets, median', ms(median(busy.reads)), ms(median(quiet.reads)))
report('GET /wallets, 99th of a hundred', ms(at(busy.reads, 0.99)), ms(at(quiet.reads, 0.99)))
report('event loop late, 99th of a hundred', ms(busy.lag), ms(quiet.lag))

process.stdout.write(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.versions.node}\n\n${lines.join('\n')}\n`,
)
await ahead.gateway.stop()
await each.gateway.stop()
await testnet.stop()
folder.remove()

/** In turn, so that both meet the same machine; each after something has happened. */
async function compare(verb: 'transfer' | 'redeem', rounds: number, after?: () => Promise<unknown>) {
  const [mine, plain]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    await after?.()
    mine.push(await milliseconds(ahead[verb]))
    await after?.()
    plain.push(await script[verb]())
  }
  return { mine, plain }
}

async function padsReady(): Promise<number> {
  const text = await (await fetch(`${ahead.gateway.url}/metrics`)).text()
  return Number(/^sotto_pads_ready (\d+)$/m.exec(text)?.[1] ?? 0)
}

/** At a fixed rate, whatever the answers take. */
async function watch(): Promise<{ reads: number[]; lag: number }> {
  await lagOf(ahead.gateway)
  const reads: Promise<number>[] = []
  for (const end = performance.now() + WATCH_MS; performance.now() < end; await pause(EVERY_MS))
    reads.push(milliseconds(() => ahead.api.listWallets({})))
  return { reads: await Promise.all(reads), lag: await lagOf(ahead.gateway) }
}

/** 99th of a hundred, in milliseconds, since it was asked the last time. */
async function lagOf({ process: child, output }: Gateway): Promise<number> {
  const said = () => [...output().stderr.matchAll(/^loop-lag \S+ (\S+) \S+$/gm)]
  const before = said().length
  child.kill('SIGUSR2')
  await until(async () => said()[before] !== undefined)
  return Number(said()[before]?.[1])
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(200)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
