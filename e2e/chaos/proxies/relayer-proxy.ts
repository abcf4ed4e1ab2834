import { type FaultProxy, startFaultProxy } from './proxy.ts'
import { type RelayerFaultName, relayerFaults } from './relayer-faults.ts'

/** Between a gateway and Zama's relayer, whichever version of the protocol they speak. */
export function startRelayerProxy(relayerUrl: string): Promise<FaultProxy<RelayerFaultName>> {
  return startFaultProxy<RelayerFaultName>(new URL(relayerUrl).origin, (name, asked, means) =>
    relayerFaults[name](asked, means),
  )
}
