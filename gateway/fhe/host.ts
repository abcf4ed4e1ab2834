/**
 * The FHEVM on chain 11155111 (`SepoliaConfig` of @zama-fhe/relayer-sdk 0.4.3): the test-net has it at the same place. The
 * address of the ACL goes into every handle.
 */
export const fhevm = {
  chainId: 11155111,
  acl: '0xf0Ffdc93b7E186bC2f8CB3dAA75D86d1930A433D',
  executor: '0x92C920834Ec8941d2C77D188936E1f7A6f49c127',
  kmsVerifier: '0xbE0E383937d564D7FF0BC3b46c51f0bF8d5C311A',
  inputVerifier: '0xBBC1fFCdc7C316aAAd72E807D9b0272BE8F84DA0',
  hcuLimit: '0xa10998783c8CF88D886Bc30307e631D6686F0A22',
} as const

/** Zama's gateway chain. The offline test-net has none; its identity is part of every EIP-712 domain. */
export const gatewayChain = {
  id: 10901,
  decryption: '0x5D8BD78e2ea6bbE41f26dFe9fdaEAa349e077478',
  inputVerification: '0x483b9dE06E4E4C7D35CCf5837A1668487406D955',
} as const
