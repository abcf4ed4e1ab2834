import type { EndpointName } from '#shared/api/endpoints.ts'
import type { Actor } from './actor.ts'
import { type Answer, ask, question } from './ask.ts'
import type { Example, Provocation } from './row.ts'

/** Twice as many as two at work and twenty in line: the gateway hashes no more at a time for one account. */
const MANY = 44

/** A crowd whose requests reach the gateway one by one, on a machine that does other work, finds a free place for each. */
const CROWDS = 20

/** The same request, of a kind that takes long, more often at once than the gateway takes on. */
export function crowd(name: EndpointName, example: (actor: Actor) => Promise<Example>): Provocation {
  return async (stage) => {
    const actor = await stage.actor('sound')
    const request = question(name, undefined, { headers: {}, ...(await example(actor)) })
    for (let crowds = 0; crowds < CROWDS; crowds++) {
      const answers: Answer[] = await Promise.all(Array.from({ length: MANY }, () => ask(actor.url, request)))
      const refused = answers.find(({ status }) => status === 503)
      if (refused !== undefined) return refused
    }
    throw new Error(`${name} took on all of ${CROWDS} times ${MANY}`)
  }
}
