/** Payments of a wallet that are under way for batches: nodes keep 16 of a sender without a question, and single ones find room. */
export const AT_ONCE_PER_WALLET = 16
/** An input proof holds 2,048 bits: 32 amounts. */
export const ROWS_PER_PROOF = 32
