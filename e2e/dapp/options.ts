import { parseArgs } from 'node:util'

export type Options = {
  port: number
  /** A gateway that runs already; one of the shop's own where absent. */
  gateway: { url: string; apiKey: string } | undefined
}

export const usage = `npm run dapp -- [--port N]

  --port N     where the shop listens on this machine (default 7985; 0 takes a free one)

  SOTTO_URL, SOTTO_KEY   the shop's gateway and its API key; without them the shop brings an offline gateway of its own
`

/** Secrets come from the environment, never from the command line, which other users of the machine can read. */
export function readOptions(args: string[], env: Record<string, string | undefined>): Options {
  const { values } = parseArgs({ args, options: { port: { type: 'string', default: '7985' } } })
  if (!/^\d{1,5}$/.test(values.port)) throw new Error(`${values.port} is no port\n\n${usage}`)
  const { SOTTO_URL: url, SOTTO_KEY: apiKey } = env
  if ((url === undefined) !== (apiKey === undefined)) throw new Error(`SOTTO_URL and SOTTO_KEY go together\n\n${usage}`)
  const gateway = url === undefined || apiKey === undefined ? undefined : { url: new URL(url).origin, apiKey }
  return { port: Number(values.port), gateway }
}
