/** Sepolia as Zama's client knows it (`SepoliaConfig` of @zama-fhe/relayer-sdk 0.4.3); the test-net takes its place. */
export const CHAIN_ID = 11155111

export const host = {
  acl: '0xf0Ffdc93b7E186bC2f8CB3dAA75D86d1930A433D',
  executor: '0x92C920834Ec8941d2C77D188936E1f7A6f49c127',
  kmsVerifier: '0xbE0E383937d564D7FF0BC3b46c51f0bF8d5C311A',
  inputVerifier: '0xBBC1fFCdc7C316aAAd72E807D9b0272BE8F84DA0',
  hcuLimit: '0xa10998783c8CF88D886Bc30307e631D6686F0A22',
  pauserSet: '0x00000000000000000000000000000000000Fa05e',
} as const

/** Zama's gateway chain. It does not exist here; its identity is part of every EIP-712 domain. */
export const gatewayChain = {
  id: 10901,
  decryption: '0x5D8BD78e2ea6bbE41f26dFe9fdaEAa349e077478',
  inputVerification: '0x483b9dE06E4E4C7D35CCf5837A1668487406D955',
} as const

/** The same on every chain that has them. */
export const wellKnown = {
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  create2: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
} as const
