import type { BrowserContext, Page } from 'playwright'
import type { Wallet } from './wallet.ts'

/** Everything that the extension keeps anywhere, as one text. */
export async function everythingStored(wallet: Wallet): Promise<string> {
  return JSON.stringify(await wallet.run(gathering))
}

const gathering = `(async () => {
  const areas = {}
  for (const area of ['local', 'session', 'sync']) areas[area] = await chrome.storage[area].get()
  const databases = {}
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    for (const store of db.objectStoreNames) {
      databases[name + ' ' + store] = await new Promise((resolve, reject) => {
        const reading = db.transaction(store).objectStore(store).getAll()
        reading.onsuccess = () => resolve(reading.result)
        reading.onerror = () => reject(reading.error)
      })
    }
    db.close()
  }
  return { areas, databases, local: { ...localStorage }, session: { ...sessionStorage }, caches: await caches.keys() }
})()`

/** What an open page shows, and what it keeps where any script of its origin could read it. */
export async function shownBy(page: Page): Promise<string> {
  const values = `[...document.querySelectorAll('input, textarea')].map(({ value }) => value)`
  return JSON.stringify(
    await page.evaluate(
      `[document.documentElement.outerHTML, document.body?.innerText, document.title, location.href, ${values}]`,
    ),
  )
}

/** Every string that the page's script could still reach, after whatever it forgot is gone. */
export async function rememberedBy(context: BrowserContext, page: Page): Promise<string> {
  const cdp = await context.newCDPSession(page)
  let snapshot = ''
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }: { chunk: string }) => {
    snapshot += chunk
  })
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await cdp.detach()
  const { strings } = JSON.parse(snapshot) as { strings: string[] }
  return strings.join('\n')
}
