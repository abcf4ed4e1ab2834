import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import { createTester, PASSWORD } from '#gateway/testing/test-world.ts'
import { serveGateway } from '../accounts/gateway.ts'
import { openWallet } from '../extension/harness/wallet.ts'
import { byKeyboard, byPointer, type Person } from './person.ts'
import { type Account, secondBrowser, type Task, tasks } from './tasks.ts'

/**
 * `node e2e/tasks/run.ts`: what somebody who has never seen the wallet does with it, by pointer and by keyboard alone, as a
 * table of clicks, keys and seconds. The built wallet in Chromium, beside a gateway whose chain settles at once: the seconds are
 * the wallet's, driven without a pause. `--transcript` prints what a screen reader says of a payment by keyboard in place of it.
 */
const { values } = parseArgs({ options: { transcript: { type: 'boolean', default: false } } })

type Measured = { steps: number; seconds: number }
type Way = { page: (page: Page) => Person }

async function runAll({ page: personAt }: Way): Promise<Map<string, Measured>> {
  const gateway = await serveGateway()
  const browsers = await Promise.all([anew(), anew()])
  const [first, second] = browsers
  const measured = new Map<string, Measured>()
  try {
    const { email } = gateway.tester
    const account: Account = { origin: gateway.origin, email, password: PASSWORD, ...(await supplierAt(gateway)) }
    const page = await first.open('dashboard.html')
    const person = personAt(page)
    for (const task of tasks) measured.set(task.name, await measure(task, person, page, account))
    const other = await second.open('dashboard.html')
    measured.set(secondBrowser.name, await measure(secondBrowser, personAt(other), other, account))
  } finally {
    for (const browser of browsers) await browser.close()
    await gateway.close()
  }
  return measured
}

const anew = () => openWallet({ args: ['--enable-blink-features=ComputedAccessibilityInfo'] })

async function supplierAt(gateway: Awaited<ReturnType<typeof serveGateway>>) {
  const { api } = await createTester(gateway.world)
  const make = async (label: string) => (await api.createWallet({ type: 'custodial', label })).wallet
  const [known, carded] = [await make('Flour mill'), await make('Dairy')]
  const { nota } = await api.getWalletNota({ id: carded.id, label: 'true' })
  return { supplier: known.address, card: nota }
}

async function measure(task: Task, person: Person, page: Page, account: Account): Promise<Measured> {
  const [before, began] = [person.steps, performance.now()]
  await task.does(person, page, account).catch(async (error: unknown) => {
    throw new Error(`${task.name}:\n${await page.locator('body').ariaSnapshot()}`, { cause: error })
  })
  return { steps: person.steps - before, seconds: (performance.now() - began) / 1_000 }
}

async function printTable(): Promise<void> {
  const pointer = await runAll({ page: byPointer })
  const keyboard = await runAll({ page: (page) => byKeyboard(page) })
  const rows = [...pointer].map(([name, { steps, seconds }]) => {
    const keys = keyboard.get(name)
    return `| ${name} | ${steps} | ${seconds.toFixed(1)} | ${keys?.steps} | ${keys?.seconds.toFixed(1)} |`
  })
  process.stdout.write(
    ['| task | clicks | seconds | keys | seconds |', '| --- | --: | --: | --: | --: |', ...rows, ''].join('\n'),
  )
}

/** A live region speaks whenever its text changes; a screen, when its heading gets the focus. */
const listen = `document.addEventListener('focusin', ({ target }) => {
  if (target.matches('h1')) console.info('heard: heading ' + target.textContent)
})
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const region = (target.nodeType === 1 ? target : target.parentElement)?.closest('[role=status], [role=alert]')
    const text = region?.textContent.trim()
    if (text && text !== region.said) console.info('heard: ' + region.getAttribute('role') + ' ' + text)
    if (region) region.said = text
  }
}).observe(document, { subtree: true, childList: true, characterData: true })`

async function printTranscript(): Promise<void> {
  const heard: string[] = []
  let isPaying = false
  const say = (line: string) => void (isPaying && heard.push(line))
  await runAll({
    page(page) {
      void page.evaluate(listen)
      page.on(
        'console',
        (message) => message.text().startsWith('heard: ') && say(`          ${message.text().slice(7)}`),
      )
      const person = byKeyboard(page, say)
      // One payment says it all.
      const { type } = person
      person.type = (there, text) => {
        say(`types     ${text}`)
        return type(there, text)
      }
      const { press } = person
      person.press = async (there) => {
        const text = await there.textContent()
        // What is said at the end comes after the heading that the task waits for.
        if (isPaying && text === 'Send') await page.waitForTimeout(1_000)
        if (text === 'Send') isPaying = heard.length === 0
        await press(there)
        if (text === 'Download the receipt' || text === 'Home') isPaying = false
      }
      return person
    },
  })
  process.stdout.write(`${heard.join('\n')}\n`)
}

await (values.transcript ? printTranscript() : printTable())
