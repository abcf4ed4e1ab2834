import { promises } from 'node:dns'
import type { Reach } from './addresses.ts'

export type Found = { address: string; family: number }
/** Addresses of a host name. Rejects where the name has none. `end`: the caller has stopped waiting. */
export type Resolve = (name: string, end: AbortSignal) => Promise<Found[]>

const LOCAL = /(^|\.)localhost\.?$/
const HERE: readonly Found[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]
/** The resolver asks twice, the second time for twice as long. If only one of A and AAAA is answered, there is time left to connect. */
const ASKING = { timeout: 1_500, tries: 2 }
type Machine = (name: string) => Promise<Found[]>
const byMachine: Machine = (name) => promises.lookup(name, { all: true })

/**
 * Resolves the host names of receivers. With public reach any account may name a host, so the gateway asks name servers by
 * sockets: `lookup` blocks a thread of a small pool until the name server answers. With private or loopback reach it asks the
 * machine, because the operator may name receivers in `/etc/hosts`. On Deno it also asks the machine: Deno has no such pool, and
 * its permissions name hosts.
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
