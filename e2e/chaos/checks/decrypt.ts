import { createConfidential } from '../../../gateway/chain/live/zama/confidential.ts'
import { sepolia } from '../../../gateway/chain/live/zama/sepolia.ts'
import type { Signer } from '../../../gateway/chain/port.ts'
import { openSigner } from '../../../gateway/wallets/store.ts'
import { rpc } from '../rpc.ts'
import type { Stage } from '../stage.ts'

type Hex = `0x${string}`

export type Decryptor = {
  /** Wallets of the gateway by address in lower case, and its operator. */
  holders: Map<string, Signer>
  /** What handles stand for, asked with the key of one who may know. What was asked before is not asked again. */
  read(asker: Hex, handles: Hex[]): Promise<Map<Hex, bigint>>
  close(): void
}

/** Decrypts with the keys in the gateway's own data folder, through Zama's client, past gateway and proxies. */
export async function openDecryptor(stage: Stage): Promise<Decryptor> {
  // Version 1 of the relayer's protocol: an answer at once instead of a poll each second.
  Object.assign(sepolia, { relayerRouteVersion: 1 })
  const { info } = stage
  const confidential = createConfidential({
    rpcUrl: info.rpcUrl,
    relayerUrl: info.relayerSyncUrl,
    chainId: info.chainId,
    cstable: info.cstable,
    now: async () => {
      const { timestamp } = await rpc<{ timestamp: Hex }>(info.rpcUrl, 'eth_getBlockByNumber', 'latest', false)
      return Number(timestamp)
    },
  })
  const holders = new Map<string, Signer>([[stage.operator.address.toLowerCase(), stage.operator]])
  const clear = new Map<Hex, bigint>([[`0x${'0'.repeat(64)}`, 0n]])
  await readKeys(stage, holders)
  return {
    holders,
    async read(asker, handles) {
      const signer = holders.get(asker.toLowerCase())
      if (signer === undefined) throw new Error(`no key for ${asker}`)
      const missing = [...new Set(handles)].filter((handle) => !clear.has(handle))
      if (missing.length > 0) {
        for (const [handle, units] of await patiently(() => confidential.decrypt(signer, missing)))
          clear.set(handle, units)
      }
      return new Map(handles.map((handle) => [handle, clear.get(handle) ?? 0n]))
    },
    close: () => confidential.close(),
  }
}

/** On a machine that does much else an answer may take longer than a gateway waits for it. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (attempt === 8 || !String(error).includes('no answer within')) throw error
    }
  }
}

async function readKeys(stage: Stage, holders: Map<string, Signer>): Promise<void> {
  await stage.withStore(async ({ db, keys }) => {
    for (const { id } of await db.selectFrom('wallets').select('id').where('type', '=', 'CUSTODIAL').execute()) {
      const signer = await openSigner(db, keys, id)
      if (signer === undefined) continue
      holders.set(signer.address.toLowerCase(), signer)
    }
  })
}
