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
/** The name server has said nothing. */
const SILENT: readonly unknown[] = ['ETIMEOUT', 'ECANCELLED']

type Machine = (name: string) => Promise<Found[]>
const byMachine: Machine = (name) => promises.lookup(name, { all: true })

/**
 * Asks name servers by sockets: `lookup` keeps a thread of a small pool until a name is answered, and some names never are. What
 * only this machine knows (`/etc/hosts`, search domains) is asked of it where messages may go to it or its neighbours, once the name
 * servers have said that they know no such name.
 */
export function createResolve(reach: Reach, servers?: readonly string[], machine = byMachine): Resolve {
  return async (name, end) => {
    if (LOCAL.test(name)) return [...HERE]
    const resolver = new promises.Resolver(ASKING)
    if (servers !== undefined) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    end.addEventListener('abort', cancel, { once: true })
    const answers = await Promise.allSettled([of(4, resolver.resolve4(name)), of(6, resolver.resolve6(name))])
    end.removeEventListener('abort', cancel)
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    if (reach === 'public' || errors.some(({ code }) => SILENT.includes(code)))
      throw errors[0] ?? new Error('the name has no address')
    return machine(name)
  }
}

const of = async (family: 4 | 6, addresses: Promise<string[]>): Promise<Found[]> =>
  (await addresses).map((address) => ({ address, family }))
