import { fhevm } from '../fhe/host.ts'

const { chainId, ...contracts } = fhevm

/** Sepolia as Zama's client knows it (`SepoliaConfig` of @zama-fhe/relayer-sdk 0.4.3); the test-net takes its place. */
export const CHAIN_ID = chainId

export const host = {
  ...contracts,
  pauserSet: '0x00000000000000000000000000000000000Fa05e',
} as const

/** The same on every chain that has them. */
export const wellKnown = {
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  create2: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
} as const
