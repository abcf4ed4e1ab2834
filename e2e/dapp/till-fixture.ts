import { Webhook } from 'standardwebhooks'
import type { NewRequest } from '#shared/api/requests.ts'
import type { Till } from './till.ts'

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`
const away = () => Promise.reject(new TypeError('fetch failed'))

/** A gateway in a few lines: it makes requests, says of them what a test has it say, and knows nothing of refunds. */
export function requestsOnly() {
  const requests = new Map<string, { amount: string; received: string; status: string; transactions: string[] }>()
  const hooks: string[] = []
  const api = {
    verifyNota: away,
    transfer: away,
    getTransaction: away,
    async createRequest({ amount }: NewRequest) {
      const id = `request-${requests.size + 1}`
      requests.set(id, { amount: amount ?? '0', received: '0', status: 'OPEN', transactions: [] })
      return { request: { id, url: `http://localhost:7984/pay/${id}` } }
    },
    getRequest: async ({ id }: { id: string }) => ({ request: requests.get(id) }),
    getRequestNota: async ({ id }: { id: string }) => ({ nota: `nota of ${id}` }),
    getTransactionNota: async ({ id }: { id: string }) => ({ nota: `receipt of ${id}` }),
    listWebhooks: async () => ({ webhooks: hooks.map((url, index) => ({ id: String(index), url })) }),
    async createWebhook({ url }: { url: string }) {
      hooks.push(url)
      return { webhook: { id: String(hooks.length - 1) }, secret: SECRET }
    },
    deleteWebhook: async () => ({}),
  }
  return {
    till: { api, walletId: 'till' } as unknown as Till,
    paid(id: string, received: string) {
      const request = requests.get(id)
      if (request !== undefined)
        Object.assign(request, { received, status: 'PAID', transactions: ['first', 'collected'] })
    },
    /** Sends the shop a message about a request, as the gateway does, or with another secret. */
    tell(id: string, secret = SECRET): Promise<Response> {
      const now = new Date()
      const body = JSON.stringify({
        type: 'request.paid',
        timestamp: now.toISOString(),
        data: { id, walletId: 'till', status: 'paid' },
      })
      const signature = new Webhook(secret).sign('1', now, body)
      const headers = {
        'content-type': 'application/json',
        'webhook-id': '1',
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signature,
      }
      return fetch(hooks.at(-1) ?? '', { method: 'POST', headers, body })
    },
  }
}
