import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'

/** Characters of what a command that failed said last. */
const LAST_WORDS = 1500

/**
 * Runs a command, behind others where it has a niceness. What it prints is passed on line by line where `heard` wants it, and
 * told at the end where it failed. Answers undefined where it ended well, else what to say of it.
 */
export async function failureOf([command, ...args], { heard = () => {}, niceness } = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
  if (niceness !== undefined && child.pid !== undefined) setPriority(child.pid, niceness)
  let last = ''
  const keep = (line) => {
    last = `${last}${line}\n`.slice(-LAST_WORDS)
  }
  createInterface({ input: child.stderr }).on('line', keep)
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!heard(line)) keep(line)
  })
  const [status, signal] = await once(child, 'close').catch((error) => [error.message])
  if (status === 0) return undefined
  return `FAILED ${command} ${args.slice(0, 3).join(' ')}: it ended with ${signal ?? status}\n${last.trim()}`
}
