import type { Compilable, CompiledQuery, Insertable, QueryResult } from 'kysely'
import type { Database, Db } from './database.ts'
import { readerOf } from './reader.ts'
import type { Schema } from './schema/schema.ts'

/** How many rows an insert or an update has touched stands in `numAffectedRows`. */
type Result<Row> = { rows: readonly Row[] } & Pick<QueryResult<Row>, 'numAffectedRows'>

/**
 * A statement that is compiled once for each database and executed with values of its own each time. `build` is given
 * stand-ins for the values: what it makes must not depend on them, so a value that may be null is not compared with `=`.
 * (The driver keeps its prepared statements by their text; what this saves is building and compiling that text.)
 */
export function prepared<Values extends object, Row>(
  build: (db: Database, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Result<Row>> {
  // A transaction shares the adapter of its database, and no other one does.
  const compiled = new WeakMap<object, CompiledQuery<Row>>()
  return async (db, values) => {
    const { adapter } = db.getExecutor()
    let query = compiled.get(adapter)
    if (query === undefined) {
      query = build(db, standIns<Values>()).compile()
      compiled.set(adapter, query)
    }
    const parameters = query.parameters.map((value) => bound(value, values))
    const read = query.query.kind === 'SelectQueryNode' ? readerOf(db) : undefined
    const rows = read?.(query.sql, parameters) as readonly Row[] | undefined
    return rows === undefined ? db.executeQuery({ ...query, parameters }) : { rows }
  }
}

/** The same of a statement that has several forms, few of them: each is compiled once for each database. */
export function preparedForms<Form extends object, Values extends object, Row>(
  build: (db: Database, form: Form, values: Values) => Compilable<Row>,
): (db: Db, form: Form, values: Values) => Promise<Result<Row>> {
  const forms = new Map<string, ReturnType<typeof prepared<Values, Row>>>()
  return (db, form, values) => {
    const name = JSON.stringify(form)
    const one = forms.get(name) ?? prepared<Values, Row>((on, standIn) => build(on, form, standIn))
    forms.set(name, one)
    return one(db, values)
  }
}

/** Inserts one row. Which columns it names may differ from row to row. */
export function preparedInsert<Table extends keyof Schema>(table: Table) {
  type Row = Insertable<Schema[Table]> & object
  const insert = preparedForms((db, columns: readonly string[], row: Row) =>
    db.insertInto(table).values(Object.fromEntries(columns.map((name) => [name, Reflect.get(row, name)])) as Row),
  )
  return (db: Db, row: Row) => insert(db, Object.keys(row), row)
}

class StandIn {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

function standIns<Values extends object>(): Values {
  return new Proxy({}, { get: (_, name) => new StandIn(name) }) as Values
}

function bound(value: unknown, values: object): unknown {
  return value instanceof StandIn ? Reflect.get(values, value.name) : value
}
