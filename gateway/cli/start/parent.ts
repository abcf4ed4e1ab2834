import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 500

/** Who started this process; behind a shell, which npm may have in between, who started that, where the system tells. */
function ancestors(): string {
  try {
    // The name is in parentheses and may hold anything; after it come the state and the parent (proc(5)).
    const [, name = '', parent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8')) ?? []
    return /^\w*sh$/.test(name) ? `${process.ppid} of ${parent}` : String(process.ppid)
  } catch {
    return String(process.ppid)
  }
}

/**
 * Resolves once npm, which started this process, is gone: it hands no SIGTERM on, and nothing else would end its children.
 * It never resolves in a process that npm did not start: a shell may end and leave its children running on purpose.
 */
export function parentGone(
  env: Record<string, string | undefined>,
  now: () => string = ancestors,
  everyMs = LOOK_EVERY_MS,
): Promise<string> {
  if (env.npm_execpath === undefined) return new Promise(() => {})
  const first = now()
  return new Promise((resolve) => {
    const looking = setInterval(() => {
      if (now() === first) return
      clearInterval(looking)
      resolve('npm, which started this, is gone')
    }, everyMs)
    looking.unref()
  })
}
