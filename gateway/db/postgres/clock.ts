import { sql } from 'kysely'

/** Milliseconds since the epoch by the database's clock, the only one that all gateways share. */
export const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
