import { parseAbi } from 'viem'

/** What the gateway calls, reads and decodes, picked by hand. A test holds every entry against the compiled artifact. */
export const stableAbi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() pure returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferFrom(address from, address to, uint256 value) returns (bool)',
  // ERC-1363
  'function transferAndCall(address to, uint256 value) returns (bool)',
  'function transferAndCall(address to, uint256 value, bytes data) returns (bool)',
  'function approveAndCall(address spender, uint256 value) returns (bool)',
  'function approveAndCall(address spender, uint256 value, bytes data) returns (bool)',
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
  'function owner() view returns (address)',
  'function mint(address to, uint256 amount)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
])

/** ERC-7984 and OpenZeppelin's wrapper over an ERC-20. Encrypted values are handles, `bytes32`. */
export const cstableAbi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function contractURI() view returns (string)',
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
  'function confidentialTotalSupply() view returns (bytes32)',
  'function confidentialBalanceOf(address account) view returns (bytes32)',
  'function isOperator(address holder, address spender) view returns (bool)',
  'function setOperator(address operator, uint48 until)',
  'function confidentialTransfer(address to, bytes32 encryptedAmount, bytes inputProof) returns (bytes32)',
  'function confidentialTransfer(address to, bytes32 amount) returns (bytes32)',
  'function confidentialTransferFrom(address from, address to, bytes32 encryptedAmount, bytes inputProof) returns (bytes32)',
  'function confidentialTransferFrom(address from, address to, bytes32 amount) returns (bytes32)',
  'function confidentialTransferAndCall(address to, bytes32 encryptedAmount, bytes inputProof, bytes data) returns (bytes32)',
  'function underlying() view returns (address)',
  'function rate() view returns (uint256)',
  'function inferredTotalSupply() view returns (uint256)',
  'function maxTotalSupply() view returns (uint256)',
  'function wrap(address to, uint256 amount) returns (bytes32)',
  'function onTransferReceived(address, address from, uint256 amount, bytes data) returns (bytes4)',
  'function unwrap(address from, address to, bytes32 encryptedAmount, bytes inputProof) returns (bytes32)',
  'function unwrap(address from, address to, bytes32 amount) returns (bytes32)',
  'function unwrapAmount(bytes32 unwrapRequestId) view returns (bytes32)',
  'function unwrapRequester(bytes32 unwrapRequestId) view returns (address)',
  'function finalizeUnwrap(bytes32 unwrapRequestId, uint64 unwrapAmountCleartext, bytes decryptionProof)',
  'event ConfidentialTransfer(address indexed from, address indexed to, bytes32 indexed amount)',
  'event OperatorSet(address indexed holder, address indexed operator, uint48 until)',
  'event AmountDisclosed(bytes32 indexed encryptedAmount, uint64 amount)',
  'event UnwrapRequested(address indexed receiver, bytes32 indexed unwrapRequestId, bytes32 amount)',
  'event UnwrapFinalized(address indexed receiver, bytes32 indexed unwrapRequestId, bytes32 encryptedAmount, uint64 cleartextAmount)',
])

/** OpenZeppelin's wrapper before 0.4.0, where it differs: no request ID beside the handle, and no question about requests. */
export const olderWrapperAbi = parseAbi([
  'event UnwrapRequested(address indexed receiver, bytes32 amount)',
  'event UnwrapFinalized(address indexed receiver, bytes32 encryptedAmount, uint64 cleartextAmount)',
])

export const faucetAbi = parseAbi([
  'function stable() view returns (address)',
  'function owner() view returns (address)',
  'function isOperator(address account) view returns (bool)',
  'function setOperator(address operator, bool allowed)',
  'function fund(address to, uint256 amount) payable',
  'event OperatorChanged(address indexed operator, bool allowed)',
  'event Funded(address indexed operator, address indexed to, uint256 amount, uint256 gas)',
])

/** Multicall3 as deployed on every chain at 0xcA11bde05977b3631167028862bE2a173976CA11. */
export const multicall3Abi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
  'function aggregate3Value(Call3Value[] calls) payable returns (Result[] returnData)',
  'function getEthBalance(address addr) view returns (uint256 balance)',
  'function getBlockNumber() view returns (uint256 blockNumber)',
  'function getCurrentBlockTimestamp() view returns (uint256 timestamp)',
  'function getBasefee() view returns (uint256 basefee)',
])

/** Confidential transfers with proofs made ahead (`sources/Pads.sol`). */
export const padsAbi = parseAbi([
  'function token() view returns (address)',
  'function isUsed(address wallet, bytes32 pad) view returns (bool)',
  'function transfer(address to, bytes32 pad, bytes proof, uint64 delta)',
  'function redeem(uint64 units)',
])
