import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import type { Database, Db } from './database.ts'
import { readerOf } from './reader.ts'

/**
 * A statement that is compiled once for each database and executed with values of its own each time. `build` is given
 * stand-ins for the values: what it makes must not depend on them, so a value that may be null is not compared with `=`.
 * (The driver keeps its prepared statements by their text; what this saves is building and compiling that text.)
 */
export function prepared<Values extends object, Row>(
  build: (db: Database, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Pick<QueryResult<Row>, 'rows'>> {
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
    const rows = read?.(query.sql, parameters) as Row[] | undefined
    return rows === undefined ? db.executeQuery({ ...query, parameters }) : { rows }
  }
}

/** The same of a statement that has several forms, few of them: each is compiled once for each database. */
export function preparedForms<Form extends object, Values extends object, Row>(
  build: (db: Database, form: Form, values: Values) => Compilable<Row>,
): (db: Db, form: Form, values: Values) => Promise<Pick<QueryResult<Row>, 'rows'>> {
  const forms = new Map<string, ReturnType<typeof prepared<Values, Row>>>()
  return (db, form, values) => {
    const name = JSON.stringify(form)
    const one = forms.get(name) ?? prepared<Values, Row>((on, standIn) => build(on, form, standIn))
    forms.set(name, one)
    return one(db, values)
  }
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
