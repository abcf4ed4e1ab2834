import * as tfhe from 'node-tfhe'

/** Highest size of anything serialised that is read back, in bytes. */
export const SIZE_LIMIT = 1024n ** 3n

/**
 * Zama's parameters, but for a toy LWE dimension on our side: our server key is small and verification takes 3 s, not 19.
 * The public key, the CRS and the proofs are those of the real parameters, so the client cannot tell.
 */
export function parameters(): tfhe.TfheConfig {
  const block = new tfhe.ShortintParameters(tfhe.ShortintParametersName.PARAM_MESSAGE_2_CARRY_2_KS_PBS_TUNIFORM_2M128)
  block.set_lwe_dimension(64)
  const name =
    tfhe.ShortintCompactPublicKeyEncryptionParametersName.V1_0_PARAM_PKE_MESSAGE_2_CARRY_2_KS_PBS_TUNIFORM_2M128
  const encryption = new tfhe.ShortintCompactPublicKeyEncryptionParameters(name)
  return tfhe.TfheConfigBuilder.default()
    .use_custom_parameters(block)
    .use_dedicated_compact_public_key_parameters(encryption)
    .build()
}
