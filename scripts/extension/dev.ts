// Opens Chromium with the extension in it, connected to an offline gateway with some test money: `npm run extension:dev`,
// with `-- --headless` on a machine without a screen. It lasts until the browser is closed, and leaves nothing behind.
import { join } from 'node:path'
import { launchWallet } from '../../e2e/extension/launch.ts'
import { setUp } from '../../e2e/extension/set-up.ts'
import { clientOf, sotto, startGateway, temporaryFolder } from '../../e2e/harness/gateway.ts'
import { buildExtension } from './build.ts'

const email = 'dev@sotto.local'
const password = 'sotto in development'
const headless = process.argv.includes('--headless')

const folder = temporaryFolder()
// A build that fails ends the process.
process.once('exit', folder.remove)
// Not where others read a build meanwhile.
const outDir = join(folder.path, 'extension')
await buildExtension({ browsers: ['chrome'], outDir })
const gateway = await startGateway({
  dataDir: join(folder.path, 'gateway'),
  env: { SOTTO_ADMIN_EMAIL: email, SOTTO_ADMIN_PASSWORD: password },
})
try {
  // Passkeys work at this name only, not at 127.0.0.1.
  const origin = gateway.url.replace('127.0.0.1', 'localhost')
  await giveMoney()
  const { context, url } = await launchWallet({
    profile: join(folder.path, 'chromium'),
    folder: join(outDir, 'chrome-mv3'),
    hosts: ['http://localhost/*'],
    headless,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  const closed = new Promise<void>((resolve) => context.once('close', () => resolve()))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void context.close())
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(url('dashboard.html'))
  await setUp(page, { origin, email, password }, password)
  process.stdout.write(`
connected   ${origin}
account     ${email}
password    ${password}    (of the account, and of the wallet)

It ends with the browser, or Ctrl-C.
`)
  await closed
} finally {
  await gateway.stop()
}

async function giveMoney(): Promise<void> {
  const key = sotto(join(folder.path, 'gateway'), 'api-key', 'create', '--email', email, '--label', 'test money')
  const api = clientOf(gateway, key.trim())
  const { wallet } = await api.createWallet({ type: 'custodial', label: 'till' })
  await api.createWallet({ type: 'custodial', label: 'supplier' })
  await api.fund({ walletId: wallet.id, amount: '1000' })
  await api.mint({ walletId: wallet.id, amount: '400' })
}
