import { fhevm, gatewayChain } from '../../../fhe/host.ts'

/**
 * Where Zama's client finds the FHEVM: \`SepoliaConfig\` of @zama-fhe/relayer-sdk, without loading 50 MB of cryptography into
 * this thread to read seven constants.
 */
export const sepolia = {
  chainId: fhevm.chainId,
  gatewayChainId: gatewayChain.id,
  aclContractAddress: fhevm.acl,
  kmsContractAddress: fhevm.kmsVerifier,
  inputVerifierContractAddress: fhevm.inputVerifier,
  verifyingContractAddressDecryption: gatewayChain.decryption,
  verifyingContractAddressInputVerification: gatewayChain.inputVerification,
}
