import { encode } from 'uqr'
import type { Address } from '#shared/model/ids.ts'
import { formatUnits } from '#shared/model/money.ts'
import type { RequestStatus } from '#shared/model/request.ts'
import { amountText } from '#shared/ui/kit/values/group-amount.ts'
import { clearLabel } from '../notas/format/content.ts'
import { isLate, isOverpaid, openAmount } from '../requests/states.ts'
import type { PaymentRequest } from '../requests/store.ts'
import { escaped, pageHead } from './html.ts'
import { networkWords } from './verdict-text.ts'

/** All that the page of a request says. Amounts as decimal text. */
export type PayView = {
  /** `lapsing`: its time is over, and what came in until then is still looked for. */
  state: 'open' | 'part' | 'lapsing' | 'paid' | 'expired' | 'cancelled'
  label: string | undefined
  memo: string | undefined
  token: string
  isHidden: boolean
  /** Null where the payer chooses. */
  asked: string | null
  received: string
  /** What is still to be paid; null where the payer chooses. */
  open: string | null
  overpaid: boolean
  late: boolean
  /** Where to send the money; undefined where only payments count that name the request. */
  address: Address | undefined
  /** EIP-681, with the amount; of a hidden amount there is none. */
  link: string | undefined
  expiresAt: string | undefined
  network: string
  /** How many payments have a receipt. */
  receipts: number
  /** Whether money of another token came in. */
  strays: boolean
}

type Here = {
  chainId: number
  network: string
  stable: { address: Address; symbol: string }
  receipts: number
  strays: boolean
  now: number
}

export function payView(request: PaymentRequest, here: Here): PayView {
  const { chainId, network, stable, receipts, strays, now } = here
  const { standing, expiresAt, label, memo, token } = request
  const address = request.isOwn ? request.address : undefined
  const open = openAmount(standing)
  const isHidden = token !== stable.symbol
  const units = open === null || open === 0n ? '' : `&uint256=${open}`
  return {
    ...statusAt(request, now),
    label: label === null ? undefined : clearLabel(label),
    memo: memo === null ? undefined : clearLabel(memo),
    token,
    isHidden,
    asked: standing.asked === null ? null : formatUnits(standing.asked),
    overpaid: isOverpaid(standing),
    late: isLate(standing),
    address,
    link:
      isHidden || address === undefined
        ? undefined
        : `ethereum:${stable.address}@${chainId}/transfer?address=${address}${units}`,
    expiresAt: expiresAt === null ? undefined : new Date(expiresAt).toISOString(),
    network: networkWords({ network, chainId }),
    receipts: standing.status === 'OPEN' ? 0 : receipts,
    strays,
  }
}

const ended: Record<Exclude<RequestStatus, 'OPEN'>, PayView['state']> = {
  PAID: 'paid',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
}

function stateOf({ standing, expiresAt }: PaymentRequest, now: number): PayView['state'] {
  if (standing.status !== 'OPEN') return ended[standing.status]
  if (expiresAt !== null && expiresAt <= now) return 'lapsing'
  return standing.received > 0n ? 'part' : 'open'
}

/** How a request stands at a moment: as little as tells a page that something has changed. */
export function statusAt(request: PaymentRequest, now: number): Pick<PayView, 'state' | 'received' | 'open'> {
  const { received } = request.standing
  const open = openAmount(request.standing)
  return {
    state: stateOf(request, now),
    received: formatUnits(received),
    open: open === null ? null : formatUnits(open),
  }
}

const heads: Record<PayView['state'], { title: string; sentence: string }> = {
  open: { title: 'Waiting for payment', sentence: 'This page shows it as soon as it has come in.' },
  part: { title: 'Part of it is paid', sentence: 'The rest is still open.' },
  lapsing: { title: 'Expired', sentence: 'Do not pay any more. What was paid in time is still looked for.' },
  paid: { title: 'Paid', sentence: 'The money has come in. Nothing is left to do.' },
  expired: { title: 'Expired', sentence: 'Do not pay any more: ask for a new request.' },
  cancelled: { title: 'Cancelled', sentence: 'The request was taken back. Do not pay it.' },
}

/** The page, complete without a script. `path`: its own. */
export function payPageHtml(view: PayView, path: string): string {
  const { title, sentence } = heads[view.state]
  const isOpen = view.state === 'open' || view.state === 'part'
  const tone = view.state === 'paid' ? 'good' : isOpen ? 'waiting' : 'over'
  const { state, received, open } = view
  const status = escaped(JSON.stringify({ state, received, open }))
  const head = pageHead({
    title: `${title} · Payment request`,
    icon: '/pay/icon.svg',
    styles: ['/pay/tokens.css', '/pay/pay.css'],
    script: '/pay/pay.js',
    isPrivate: true,
  })
  return `${head}
<body data-path="${escaped(path)}" data-status="${status}">
<main>
<header>
<p class="kind">Payment request</p>
${view.label === undefined ? '' : `<p class="who"><bdi>${escaped(view.label)}</bdi></p>`}
<h1 class="amount">${amountHtml(view)}</h1>
${view.memo === undefined ? '' : `<p class="memo"><bdi>${escaped(view.memo)}</bdi></p>`}
</header>
<section class="state ${tone}" aria-labelledby="state">
<h2 id="state" tabindex="-1">${title}</h2>
<p>${sentence}${remarks(view)}${isOpen ? '<noscript> Open it again to look.</noscript>' : ''}</p>
${partHtml(view)}
</section>
${isOpen ? waysHtml(view, path) : ''}
${receiptsHtml(view, path)}
<dl>
${view.expiresAt === undefined || !isOpen ? '' : `<dt>Pay until</dt><dd><time datetime="${view.expiresAt}">${day(view.expiresAt)}</time></dd>`}
<dt>Network</dt><dd>${escaped(view.network)}</dd>
</dl>
</main>
<footer><p>Anyone with the link to this page sees all of it.${view.label === undefined ? '' : ' The name above is written by the one who asks.'}</p></footer>
</body>
</html>
`
}

function amountHtml({ asked, token }: PayView): string {
  if (asked === null) return `Any amount <span>of ${escaped(token)}</span>`
  return `${escaped(amountText(asked))} <span>${escaped(token)}</span>`
}

function remarks({ overpaid, late, strays }: PayView): string {
  const more = overpaid ? ' More came in than was asked for.' : ''
  const after = late ? ' Some of it came in after the end.' : ''
  const other = strays ? ' Money of another token came in and does not count: ask the person who sent the link.' : ''
  return more + after + other
}

function partHtml({ received, open, asked, token, state }: PayView): string {
  if (received === '0' || (state === 'paid' && received === asked)) return ''
  const row = (name: string, amount: string) =>
    `<dt>${name}</dt><dd>${escaped(amountText(amount))} ${escaped(token)}</dd>`
  // What has ended says "do not pay": then nothing is still open.
  const rest = state === 'part' && open !== null && open !== '0' ? row('Still open', open) : ''
  return `<dl>${row('Received', received)}${rest}</dl>`
}

function waysHtml(view: PayView, path: string): string {
  const { address, isHidden, link, open, token } = view
  const what = open === null ? `the amount of ${token} that you choose` : `${amountText(open)} ${token}`
  if (address === undefined)
    return `<section class="ways" aria-labelledby="ways">
<h2 id="ways">How to pay</h2>
${walletHtml}
<p>Pay ${escaped(what)} with Sotto, from an account of this gateway: open this page or its file there. Money that is sent to an address does not count.</p>
${fileHtml(path)}
</section>`
  const how = isHidden
    ? `Send ${what} confidentially to this address. The amount stays hidden on the chain, so no link can carry it: type it yourself.`
    : `Send ${what} to this address. The code and the link hold ${open === null ? 'the address' : 'address and amount'} for wallets that read EIP-681.`
  return `<section class="ways" aria-labelledby="ways">
<h2 id="ways">How to pay</h2>
${walletHtml}
<p>${escaped(how)}</p>
${qrSvg(link ?? address)}
<p class="address"><code id="address">${address}</code> <button class="button" id="copy" type="button" hidden>Copy</button></p>
${link === undefined ? '' : `<p class="link"><a class="button" href="${escaped(link)}">Open in a wallet</a></p>`}
${fileHtml(path)}
</section>`
}

const walletHtml =
  '<div id="wallet" hidden><button class="button main" id="pay" type="button">Pay with Sotto</button><p id="said" role="status"></p></div>'

const fileHtml = (path: string) =>
  `<p class="link"><a href="${path}/request.nota" download="request.nota">The request as a signed file</a></p>`

function receiptsHtml({ receipts }: PayView, path: string): string {
  if (receipts === 0) return ''
  const links = Array.from({ length: receipts }, (_, index) => {
    const name = receipts === 1 ? 'Receipt' : `Receipt of payment ${index + 1}`
    return `<li><a class="button" href="${path}/receipt-${index + 1}.nota" download>${name}</a></li>`
  })
  return `<section class="receipts" aria-labelledby="receipts"><h2 id="receipts">For your books</h2><ul>${links.join('')}</ul>
<p>A signed file. <a href="/verify">Check it</a> in any browser.</p></section>`
}

/** The page of a link that names no request: a guessed link tells its maker nothing. */
export const noRequestHtml = noticeHtml(
  'There is no such request',
  'The link is not complete, or its request is not here any more. Ask the person who sent it for a new one, and pay nothing.',
)

/** The page where a request cannot be shown at the moment. */
export const notNowHtml = noticeHtml(
  'This request cannot be shown now',
  'The gateway is busy, or out of reach of its chain. Open the page again in a minute: the request is as it was.',
)

function noticeHtml(title: string, sentence: string): string {
  return `${pageHead({ title, icon: '/pay/icon.svg', styles: ['/pay/tokens.css', '/pay/pay.css'], isPrivate: true })}
<body>
<main><header><p class="kind">Payment request</p><h1>${title}</h1></header>
<p>${sentence}</p></main>
</body>
</html>
`
}

/** Dark on light in either colour scheme, as scanners want it; a path a run, so that it stays small. */
function qrSvg(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const runs = data.flatMap((line, y) =>
    [
      ...line
        .map((on) => (on ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  )
  return `<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code to pay with"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path fill="#000" shape-rendering="crispEdges" d="${runs.join('')}"/></svg>`
}

function day(iso: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' })
  return `${format.format(Date.parse(iso))} UTC`
}
