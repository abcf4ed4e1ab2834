import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clean } from './gateway.ts'

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export type Running = {
  process: ChildProcess
  stdout(): string
  stderr(): string
  /** Waits for what the command prints on standard output; rejects where it ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | string | null>
}

/** Starts a program in the project's folder, as a shell would. */
export function run(program: string, args: string[], env: Record<string, string> = {}): Running {
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { ...clean(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(stdout)
          if (found !== null) resolve(found)
        }
        child.stdout.on('data', look)
        void ended.then((code) => reject(new Error(`ended with ${code} without ${pattern}\n${stdout}\n${stderr}`)))
        look()
      }),
  }
}

/** The built command line. */
export function runSotto(args: string[], env: Record<string, string> = {}): Running {
  return run(process.execPath, [join(projectRoot, 'dist', 'bin.mjs'), ...args], env)
}
