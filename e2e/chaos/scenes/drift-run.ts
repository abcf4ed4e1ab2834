import { setTimeout as sleep } from 'node:timers/promises'
import type { Findings } from '../checks/check.ts'
import { openDecryptor } from '../checks/decrypt.ts'
import { useElsewhere } from '../faults/drift.ts'
import type { Random } from '../random.ts'
import type { Mode } from '../stage.ts'
import { inFlight, readToTheEnd } from '../traffic/in-flight.ts'
import { playScene, type Scene } from './scene.ts'

export type DriftRun = { findings: Findings; healing: number[] }

const DRIFT = 50
/** For what never heals. */
export const HEAL_MS = 240_000

/** The operator's key, then a wallet's, used elsewhere for fifty transactions while clients pay. */
export async function driftRun(plan: { mode: Mode; random: Random; say(text: string): void }): Promise<DriftRun> {
  const healing: number[] = []
  const findings = await playScene(plan, async (scene) => {
    const decryptor = await openDecryptor(scene.stage)
    try {
      for (const mining of [true, false]) {
        for (const who of ['operator', 'wallet'] as const) {
          const address = who === 'operator' ? scene.stage.operator.address : scene.wallets[0]?.address
          const signer = decryptor.holders.get(address?.toLowerCase() ?? '')
          if (signer === undefined) throw new Error('nobody to drift with')
          await sleep(1_000)
          // While nothing is mined the gateway's own transactions wait at the very nonces that are used elsewhere.
          if (!mining) await scene.stage.controls.setAutomine(false)
          if (!mining) await sleep(1_500)
          for (const hash of await useElsewhere(scene.stage, signer, DRIFT)) scene.outside.add(hash)
          await scene.stage.controls.setAutomine(true)
          const took = await healed(scene)
          healing.push(took)
          plan.say(
            `${plan.mode}: ${who}'s key used elsewhere ${mining ? 'at once' : 'in a full pool'}: healed in ${took} ms`,
          )
        }
      }
    } finally {
      decryptor.close()
    }
  })
  return { findings, healing }
}

/** Until what was under way has ended, and a payment that begins now has too. */
async function healed({ stage, traffic }: Scene): Promise<number> {
  const begun = performance.now()
  await readToTheEnd(stage, await inFlight(stage), HEAL_MS)
  const asked = traffic.intents.length
  while (performance.now() - begun < HEAL_MS) {
    if (traffic.intents.slice(asked).some(({ outcome }) => outcome === 'made')) break
    await sleep(20)
  }
  return Math.round(performance.now() - begun)
}
