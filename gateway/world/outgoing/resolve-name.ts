import { promises } from 'node:dns'
import type { Reach } from './addresses.ts'

export type Found = { address: string; family: number }
/** Rejects where there is none. `end`: from then on nobody waits for it. */
export type Resolve = (name: string, end: AbortSignal) => Promise<Found[]>

const LOCAL = /(^|\.)localhost\.?$/
const HERE: readonly Found[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]
/** Twice, the second time twice as long: a name of which one kind of address hangs is left with time for the other. */
const ASKING = { timeout: 1_500, tries: 2 }
type Machine = (name: string) => Promise<Found[]>
const byMachine: Machine = (name) => promises.lookup(name, { all: true })

/**
 * Of names that anyone may give (`public`) asks name servers by sockets: `lookup` keeps a thread of a small pool until a name is
 * answered, and some never are. Where messages may go to this machine or its neighbours the machine is asked, whose `/etc/hosts`
 * may name them; so it is on Deno, which has no such pool, and whose permissions name hosts.
 */
export function createResolve(reach: Reach, servers?: readonly string[], machine = byMachine): Resolve {
  return async (name, end) => {
    if (LOCAL.test(name)) return [...HERE]
    if (reach !== 'public' || 'Deno' in globalThis) return machine(name)
    const resolver = new promises.Resolver(ASKING)
    if (servers !== undefined) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    end.addEventListener('abort', cancel, { once: true })
    const answers = await Promise.allSettled([of(4, resolver.resolve4(name)), of(6, resolver.resolve6(name))])
    end.removeEventListener('abort', cancel)
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    const [first] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    throw first ?? new Error('the name has no address')
  }
}

const of = async (family: 4 | 6, addresses: Promise<string[]>): Promise<Found[]> =>
  (await addresses).map((address) => ({ address, family }))
