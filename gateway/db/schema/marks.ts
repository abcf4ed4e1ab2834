/**
 * What a person has to decide about a payment, or has decided, as `transactions.owed` keeps it: nothing; that a burn can
 * never be paid out by trying again; that this was seen to; that something of it was mined which had been given up.
 */
export const MARK = { none: 0, owed: 1, resolved: 2, minedAfterAll: 3 } as const
export type Mark = (typeof MARK)[keyof typeof MARK]
