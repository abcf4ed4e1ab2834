import * as z from 'zod/mini'
import { CHROME_ORIGIN, FIREFOX_PASSKEY_ORIGIN } from '#shared/extension-identity.ts'
import {
  FAUCET_PER_DAY,
  GAS_PER_DAY,
  LOGINS_PER_WINDOW,
  PASSPHRASE_MIN,
  READS_PER_WINDOW,
  RECEIPT_WAIT_MS,
  WRITES_PER_WINDOW,
} from '#shared/limits.ts'
import { HexAddress } from '#shared/model/ids.ts'
import { formatEther, formatUnits } from '#shared/model/money.ts'
import { flag, isNetwork, isWebUrl, key32, list, origin, postgresUrl, units, webUrl, wei, whole } from './values.ts'

export type Variable = {
  /** What it does, as the table in `gateway/docs/configuration.md` says it. */
  meaning: string
  /** As a person would write it; absent where there is none. */
  fallback?: string
  /** Never taken from the command line, which other people of the machine can read: `cli/settings.ts` refuses it there. */
  secret?: true
  /** Writes a value so that it can be given back; of most the value itself. */
  write?: (value: never) => string
  schema: z.ZodMiniType
}

/** Every setting, once. The environment variable is the key; the command-line option is its kebab-case without `SOTTO_`. */
export const variables = {
  SOTTO_HOST: { meaning: 'address to listen on', fallback: '127.0.0.1', schema: z.string().check(z.minLength(1)) },
  SOTTO_PORT: { meaning: 'port to listen on; 0 picks a free one', fallback: '7984', schema: whole(0, 65_535) },
  SOTTO_PUBLIC_URL: { meaning: 'public address behind a proxy, without a path; its host is accepted', schema: origin },
  SOTTO_DATA_DIR: { meaning: 'data folder; one sub-folder per network', schema: z.string().check(z.minLength(1)) },
  SOTTO_MASTER_KEY: {
    meaning: 'master key, 64 hexadecimal digits; else a file of mode 0600 in the data folder',
    secret: true,
    schema: key32,
  },
  DATABASE_URL: { meaning: 'PostgreSQL address; else SQLite in the data folder', secret: true, schema: postgresUrl },
  DATABASE_URL_MIGRATE: { meaning: 'address past a pooler, for migrations alone', secret: true, schema: postgresUrl },
  SOTTO_NETWORK: {
    meaning: '`offline` or `sepolia`; main networks are refused for now',
    fallback: 'offline',
    schema: z.enum(['offline', 'sepolia'], 'must be offline or sepolia: main networks are refused for now'),
  },
  SOTTO_RPC_URL: { meaning: 'RPC address of the chain, on live networks', secret: true, schema: webUrl },
  SOTTO_RPC_URLS_CONFIRM: {
    meaning:
      'further RPC addresses of that chain, comma-separated, that must agree before a payment fails, an arrival is listed or the float pays',
    fallback: '',
    secret: true,
    schema: list.check(
      z.refine((all) => all.every(isWebUrl), { error: 'must be http or https addresses, comma-separated' }),
    ),
  },
  SOTTO_RPC_URL_ARCHIVE: {
    meaning:
      'RPC address of a node of that chain that keeps all blocks, their state and receipts; asked for what that of `SOTTO_RPC_URL` has dropped',
    secret: true,
    schema: webUrl,
  },
  SOTTO_RELAYER_URL: {
    meaning: "Zama's relayer on live networks; else that of its test network; in `/v3` decryptions use that version",
    schema: webUrl,
  },
  SOTTO_RELAYER_API_KEY: { meaning: "API key for Zama's relayer", secret: true, schema: z.string() },
  SOTTO_OPERATOR_KEY: {
    meaning: 'key that pays faucet, gas and payouts; generated on `offline`',
    secret: true,
    schema: key32,
  },
  SOTTO_STABLE_ADDRESS: {
    meaning: "public token on live networks; else the mock USDC of Zama's registry",
    schema: HexAddress,
  },
  SOTTO_CSTABLE_ADDRESS: {
    meaning: 'confidential token over it; else that of the registry',
    schema: HexAddress,
  },
  SOTTO_FAUCET_ADDRESS: {
    meaning: "faucet of your own tokens (`sotto contracts deploy`); else the public token's `mint`",
    schema: HexAddress,
  },
  SOTTO_AMOUNTS: {
    meaning: 'confidential amounts: `derived` where a handle proves them, or `decrypted`',
    fallback: 'derived',
    schema: z.enum(['derived', 'decrypted']),
  },
  SOTTO_PADS: { meaning: 'proofs made ahead for a wallet that pays, up to 32', fallback: '0', schema: whole(0, 32) },
  SOTTO_PADS_LOW: { meaning: 'with fewer ready a wallet gets more; else half of `SOTTO_PADS`', schema: whole(1, 32) },
  SOTTO_REDEEM_MODE: {
    meaning: "redeems are paid by the token (`backed`) or from the operator's `float`",
    fallback: 'backed',
    schema: z.enum(['backed', 'float']),
  },
  SOTTO_CONFIRMATIONS: { meaning: 'blocks before a leg counts; 1 offline, 3 live', schema: whole(1, 1000) },
  SOTTO_MAX_FEE_GWEI: {
    meaning:
      'the most a unit of gas may cost, in gwei; a cancellation, and a call that outbids one, may bid an eighth more than what it outbids',
    fallback: '500',
    schema: whole(1, 1_000_000),
  },
  SOTTO_SPONSOR_GAS: { meaning: 'pay gas for wallets that lack it; `on` offline, `off` live', schema: flag },
  SOTTO_RECEIPT_WAIT_MS: {
    meaning: 'how long a money call waits for its receipt',
    fallback: String(RECEIPT_WAIT_MS),
    schema: whole(0, 600_000),
  },
  SOTTO_APPROVAL_HOURS: {
    meaning: 'how long a payment waits for an approval, in hours; up to 7 days',
    fallback: '24',
    schema: whole(1, 168),
  },
  SOTTO_DRAIN_MS: {
    meaning: 'how long running calls and jobs may take when the gateway stops',
    fallback: '30000',
    schema: whole(0, 600_000),
  },
  SOTTO_LIMIT_WRITES: {
    meaning: 'writes a minute per credential',
    fallback: String(WRITES_PER_WINDOW),
    schema: whole(1, 1_000_000),
  },
  SOTTO_LIMIT_READS: {
    meaning: 'reads a minute per credential',
    fallback: String(READS_PER_WINDOW),
    schema: whole(1, 1_000_000),
  },
  SOTTO_LIMIT_LOGINS: {
    meaning: 'login attempts per 15 minutes and IP; as many six-digit codes per account',
    fallback: String(LOGINS_PER_WINDOW),
    schema: whole(1, 1_000_000),
  },
  SOTTO_LIMIT_FAUCET: {
    meaning: 'STABLE from the faucet per account and day',
    fallback: FAUCET_PER_DAY,
    schema: units,
    write: (value: bigint) => formatUnits(value),
  },
  SOTTO_LIMIT_GAS: {
    meaning: 'ETH from the faucet per account and day',
    fallback: GAS_PER_DAY,
    schema: wei,
    write: (value: bigint) => formatEther(value),
  },
  SOTTO_TRUSTED_PROXIES: {
    meaning: 'addresses of proxies whose X-Forwarded-For counts, comma-separated',
    fallback: '',
    schema: list.check(
      z.refine((all) => all.every(isNetwork), { error: 'must be IP addresses or ranges such as 10.0.0.0/8' }),
    ),
  },
  SOTTO_EXTENSION_ORIGINS: {
    meaning: 'origins of browser extensions whose passkeys are accepted, comma-separated',
    fallback: `${CHROME_ORIGIN},${FIREFOX_PASSKEY_ORIGIN}`,
    schema: list,
  },
  SOTTO_METRICS_TOKEN: {
    meaning:
      'token, at least 16 characters, for `/metrics` and for what the operator lacks in `/readyz`; without one this machine alone gets them, and no public URL',
    secret: true,
    schema: z.string().check(z.minLength(16, 'must be at least 16 characters')),
  },
  SOTTO_ADMIN_EMAIL: { meaning: 'e-mail of the first account', schema: z.email() },
  SOTTO_ADMIN_PASSWORD: {
    meaning: 'password of the first account, 12 to 200 characters',
    secret: true,
    schema: z.string().check(z.minLength(12), z.maxLength(200)),
  },
  SOTTO_TESTNET: {
    meaning: 'file of a running test-net (`sotto testnet` writes it), to be used instead of one of its own',
    schema: z.string().check(z.minLength(1)),
  },
  SOTTO_PROTOCOL: {
    meaning:
      "version of the test-net's FHEVM: `0.10`, `0.13` (new data folders) or `0.15`; without it an older folder keeps its own",
    schema: z.enum(['0.10', '0.13', '0.15']),
  },
  SOTTO_FULL_PROOFS: {
    meaning: 'prove every confidential input for real on the test-net',
    fallback: 'off',
    schema: flag,
  },
  SOTTO_KEEP_BYTES_DAYS: {
    meaning: 'days after which the signed bytes of ended payments are forgotten',
    fallback: '90',
    schema: whole(2, 36_500),
  },
  SOTTO_WORKER: {
    meaning: 'moves payments on, and empties and ends requests, without waiting for a read',
    fallback: 'off',
    schema: flag,
  },
  SOTTO_WEBHOOK_PRIVATE: {
    meaning: 'webhooks may reach private addresses and this machine (which they may on `offline` anyway)',
    fallback: 'off',
    schema: flag,
  },
  SOTTO_BACKUP_PASSPHRASE: {
    meaning: 'passphrase of `sotto backup` and `sotto restore`; else a file or standard input',
    secret: true,
    schema: z.string().check(z.minLength(PASSPHRASE_MIN, `must be at least ${PASSPHRASE_MIN} characters`)),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning: 'OpenTelemetry collector (OTLP over HTTP) that gets traces',
    schema: webUrl,
  },
  SOTTO_LOG_LEVEL: {
    meaning: '`debug`, `info`, `warn`, `error` or `silent`',
    fallback: 'info',
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
  },
} as const satisfies Record<string, Variable>
