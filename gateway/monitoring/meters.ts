import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Every figure that is collected, once. */
export function createMeters(registers: Registry[]) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const requests = new Histogram({
    name: 'sotto_http_request_duration_seconds',
    help: 'Time to answer a request, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 30, 90],
    registers,
  })
  const transactions = new Gauge({
    name: 'sotto_transactions',
    help: 'Transactions by type and status.',
    labelNames: ['type', 'status'],
    registers,
  })
  const waiting = new Gauge({
    name: 'sotto_transactions_waiting',
    help: 'Transactions that are not at their end, by what they wait for.',
    labelNames: ['for'],
    registers,
  })
  const oldest = gauge('sotto_oldest_waiting_seconds', 'Age of the oldest transaction that is not at its end.')
  const owed = gauge('sotto_redeems_owed', 'Redeems that were burned and can never be paid by trying again.')
  const mined = gauge(
    'sotto_payments_mined_after_failure',
    'Payments with a leg that was mined after a node had said it failed.',
  )
  const mismatches = new Counter({
    name: 'sotto_derivation_mismatches_total',
    help: 'Derived amounts that a decryption contradicted.',
    registers,
  })
  const gas = gauge('sotto_operator_eth', 'Ether that the operator has for gas.')
  const ready = new Gauge({
    name: 'sotto_ready',
    help: '1 where a part that payments need answers, else 0.',
    labelNames: ['check'],
    registers,
  })
  const foreign = gauge(
    'sotto_foreign_transactions',
    'Transactions that something else made with the operator’s key while this gateway ran.',
  )
  const scanLag = gauge('sotto_scan_lag_blocks', 'Blocks that money from outside was not looked for in yet.')
  const backup = gauge('sotto_backup_age_seconds', 'Age of the newest backup, from when it was begun.')
  const pads = gauge('sotto_pads_ready', 'Proofs made ahead that wait for a payment.')
  const streams = gauge('sotto_streams', 'Open streams of events, and open pages of requests.')
  const webhooks = new Gauge({
    name: 'sotto_webhooks',
    help: 'Webhooks by status.',
    labelNames: ['status'],
    registers,
  })
  const pending = gauge('sotto_webhook_events_waiting', 'Events that wait to be delivered to a webhook.')
  const memory = new Gauge({
    name: 'sotto_memory_bytes',
    help: 'Memory of this process: all of it, what its objects take, and what they take outside of its heap.',
    labelNames: ['kind'],
    registers,
  })
  return {
    requests,
    transactions,
    waiting,
    oldest,
    owed,
    mined,
    mismatches,
    gas,
    ready,
    foreign,
    scanLag,
    backup,
    pads,
    streams,
    webhooks,
    pending,
    memory,
  }
}

export type Meters = ReturnType<typeof createMeters>
