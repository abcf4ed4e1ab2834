import { parseAbi } from 'viem'

/** ERC-20, and ERC-1363 where the token has it. */
export const stableAbi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function supportsInterface(bytes4) view returns (bool)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferAndCall(address to, uint256 value, bytes data) returns (bool)',
  'function mint(address to, uint256 value)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
])

/** ERC-7984 and OpenZeppelin's wrapper over an ERC-20 (confidential-contracts 0.5). */
export const cstableAbi = parseAbi([
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function underlying() view returns (address)',
  'function rate() view returns (uint256)',
  'function supportsInterface(bytes4) view returns (bool)',
  'function confidentialBalanceOf(address) view returns (bytes32)',
  'function confidentialTransfer(address to, bytes32 encryptedAmount, bytes inputProof) returns (bytes32)',
  'function wrap(address to, uint256 amount) returns (bytes32)',
  'function unwrap(address from, address to, bytes32 encryptedAmount, bytes inputProof) returns (bytes32)',
  'function finalizeUnwrap(bytes32 unwrapRequestId, uint64 unwrapAmountCleartext, bytes decryptionProof)',
  'function unwrapRequester(bytes32 unwrapRequestId) view returns (address)',
  'event ConfidentialTransfer(address indexed from, address indexed to, bytes32 indexed amount)',
  'event UnwrapRequested(address indexed receiver, bytes32 indexed unwrapRequestId, bytes32 amount)',
  'event UnwrapFinalized(address indexed receiver, bytes32 indexed unwrapRequestId, bytes32 encryptedAmount, uint64 cleartextAmount)',
  'error ERC7984InvalidReceiver(address receiver)',
  'error ERC7984InvalidSender(address sender)',
  'error ERC7984UnauthorizedSpender(address holder, address spender)',
  'error ERC7984UnauthorizedUseOfEncryptedAmount(bytes32 amount, address user)',
  'error ERC7984TotalSupplyOverflow()',
  'error InvalidUnwrapRequest(bytes32 unwrapRequestId)',
])

/** `gateway/contracts/sources/Faucet.sol`. */
export const faucetAbi = parseAbi(['function fund(address to, uint256 amount) payable'])

/** Multicall3, as deployed at 0xcA11bde05977b3631167028862bE2a173976CA11 on every network. */
export const multicallAbi = parseAbi([
  'function getEthBalance(address) view returns (uint256)',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
])

/** Errors of the FHEVM host contracts that a payment can meet. */
export const hostAbi = parseAbi([
  'error HCUBlockLimitExceeded()',
  'error HCUTransactionLimitExceeded()',
  'error HCUTransactionDepthLimitExceeded()',
  'error InvalidSigner()',
  'error EmptyInputProof()',
  'error KMSInvalidSigner(address invalidSigner)',
])
