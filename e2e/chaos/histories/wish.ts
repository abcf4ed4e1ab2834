export type Address = `0x${string}`
export type Verb = 'fund' | 'mint' | 'transfer' | 'redeem'
export type Purse = { id: string; address: Address; owner: number }

/** What a client wants to happen once, and what it has heard about it. */
export type Wish = {
  key: string
  verb: Verb
  from: number
  to: number
  units: bigint
  token: 'STABLE' | 'cSTABLE'
  ids: Set<string>
  /** Statuses in the order in which the client saw them. */
  seen: string[]
  /** Told that it cannot be: nothing more will come of it. */
  refused?: true
}
