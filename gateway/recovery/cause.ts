/**
 * Why wallets are looked for: a backup was put in place that is as old as `madeAfter`, or a person asked. `isBehind`: the
 * database has lost commits, as by a failover.
 */
export type Cause =
  | { is: 'restored'; madeAfter: number }
  | { is: 'asked'; accountId: string | undefined; isBehind?: boolean }
