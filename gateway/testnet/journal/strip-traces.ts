import { Transform } from 'node:stream'

const TRACES = Buffer.from('"traces":[')
const [QUOTE, BACKSLASH, OPEN, CLOSE] = [0x22, 0x5c, 0x5b, 0x5d]

/**
 * Empties every `"traces":[…]` of anvil's state, 63 of 74 KB per transaction; the state loads as well without. Works on
 * the byte stream, since the whole soon outgrows what a JavaScript string can hold. The marker cannot occur inside a
 * JSON string: its quotes would be escaped.
 */
export function stripTraces(): Transform {
  let carried = Buffer.alloc(0)
  let depth = 0
  let inString = false
  let escaped = false

  /** Skips the inside of a traces array. Returns where its closing bracket is, or the end. */
  function skip(data: Buffer, from: number): number {
    for (let at = from; at < data.length; at += 1) {
      const byte = data[at]
      if (escaped) escaped = false
      else if (byte === BACKSLASH) escaped = inString
      else if (byte === QUOTE) inString = !inString
      else if (inString) continue
      else if (byte === OPEN) depth += 1
      else if (byte === CLOSE) {
        depth -= 1
        if (depth === 0) return at
      }
    }
    return data.length
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let data = carried.length > 0 ? Buffer.concat([carried, chunk]) : chunk
      carried = Buffer.alloc(0)
      while (data.length > 0) {
        if (depth > 0) {
          data = data.subarray(skip(data, 0))
          continue
        }
        const found = data.indexOf(TRACES)
        if (found === -1) break
        const inside = found + TRACES.length
        this.push(data.subarray(0, inside))
        depth = 1
        data = data.subarray(inside)
      }
      // What may be the beginning of a marker waits for the next chunk.
      const keep = depth > 0 ? 0 : Math.min(data.length, TRACES.length - 1)
      carried = Buffer.from(data.subarray(data.length - keep))
      this.push(data.subarray(0, data.length - keep))
      done()
    },
    flush(done) {
      this.push(carried)
      done()
    },
  })
}
