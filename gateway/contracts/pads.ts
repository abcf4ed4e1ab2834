import { type Address, encodeDeployData, getCreate2Address, type Hex, keccak256, stringToHex } from 'viem'
import { artifact } from './artifacts.ts'

/** Deterministic deployment proxy, the same on every chain. */
const CREATE2 = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
export const PADS = 'Pads'

/** Creation code of the contract of pads of a confidential token. */
export function padsCode(token: Address): Hex {
  const { abi, bytecode } = artifact(PADS)
  return encodeDeployData({ abi, bytecode, args: [token] })
}

/** What makes it: call data of the proxy are salt and code. */
export function padsCreation(token: Address) {
  const salt = keccak256(stringToHex(`sotto ${PADS}`))
  const code = padsCode(token)
  return { address: getCreate2Address({ from: CREATE2, salt, bytecode: code }), proxy: CREATE2, salt, code } as const
}

/**
 * Where it is, on every chain that has it (EIP-1014): code at this address is this code with this token.
 */
export const padsAddress = (token: Address): Address => padsCreation(token).address
