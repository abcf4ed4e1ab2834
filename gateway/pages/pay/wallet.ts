/** The wallet of this browser, where its person has switched it on for this gateway (`extension/provider/PROVIDER.md`). */

type Provider = { request(question: { method: string; params: unknown[] }): Promise<unknown> }
type Announcement = CustomEvent<{ provider: Provider }>

/** Error codes of EIP-1193, and of the wallet itself. */
const REFUSED = 4001
const BUSY = -32_002

const words: Record<string, string> = {
  settled: 'Paid. This page shows it in a moment.',
  submitted: 'Sent. This page shows it once it has come in.',
  refused: 'The payment did not go through. Nothing was paid.',
}

/** Shows a button for it once it says that it is there. It is given the signed request, and nothing of what this page says. */
export function findWallet(path: string): void {
  const box = document.querySelector<HTMLElement>('#wallet')
  const button = document.querySelector<HTMLButtonElement>('#pay')
  const said = document.querySelector<HTMLElement>('#said')
  if (box === null || button === null || said === null) return
  addEventListener('sotto:announceProvider', (event) => {
    const { provider } = (event as Announcement).detail
    box.hidden = false
    button.onclick = async () => {
      button.disabled = true
      said.textContent = 'Your wallet shows the payment.'
      said.textContent = await pay(provider, path)
      button.disabled = false
    }
  })
  dispatchEvent(new Event('sotto:requestProvider'))
}

async function pay(provider: Provider, path: string): Promise<string> {
  try {
    const nota = await fetch(`${path}/request.nota`, { cache: 'no-store' }).catch(() => undefined)
    if (nota?.status === 404 || nota?.status === 409)
      return 'This request cannot be paid any more. Open this page again.'
    if (nota?.ok !== true) return 'The gateway does not answer now. Try again.'
    const request = await nota.text()
    const answer = (await provider.request({ method: 'sotto_requestPayment', params: [{ request }] })) as {
      status?: string
    }
    return words[answer.status ?? ''] ?? 'The wallet answered something that this page does not know.'
  } catch (error) {
    const code = (error as { code?: number }).code
    if (code === REFUSED) return 'You refused the payment.'
    if (code === BUSY) return 'The wallet asks already: look at its window.'
    return 'The wallet did not say whether it paid. Look in it for a payment before you pay again.'
  }
}
