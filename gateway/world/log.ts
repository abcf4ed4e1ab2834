import { type DestinationStream, pino } from 'pino'
import { escapeHidden, printableJson, printableLine } from './printable.ts'

export type Fields = Record<string, unknown>

/** Structured log lines. Never a secret, never a confidential amount: callers pass named fields, not whole objects. */
export type Log = {
  debug(fields: Fields, message: string): void
  info(fields: Fields, message: string): void
  warn(fields: Fields, message: string): void
  error(fields: Fields, message: string): void
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** JSON lines on standard error, or one readable line each where that is a terminal. */
export function createLog(level: LogLevel, terminal = process.stderr.isTTY === true): Log {
  const destination = terminal ? readable(process.stderr) : escaped(pino.destination({ dest: 2, sync: true }))
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: {} }, destination)
}

const levels: Record<number, string> = { 20: 'debug', 30: 'info ', 40: 'warn ', 50: 'error' }

/** What came from outside stands in a log too: it may not steer the terminal that shows it. */
function escaped(stream: { write(text: string): unknown }): DestinationStream {
  return { write: (line) => void stream.write(escapeHidden(line)) }
}

function readable(stream: { write(text: string): unknown }): DestinationStream {
  return {
    write(line) {
      const { level, time, msg, ...rest } = JSON.parse(line) as Record<string, unknown>
      const fields = Object.entries(rest).map(([name, value]) => ` ${name}=${plain(value)}`)
      const head = `${String(time).slice(11, 19)} ${levels[Number(level)] ?? level}`
      stream.write(`${head} ${printableLine(String(msg))}${fields.join('')}\n`)
    },
  }
}

function plain(value: unknown): string {
  return typeof value === 'string' && /^[\w./:+-]+$/.test(value) ? value : printableJson(value)
}
