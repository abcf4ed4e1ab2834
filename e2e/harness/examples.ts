import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './command.ts'

/** The examples of a document, by the name that their first line gives them, as files of a project with the package. */
export function unpackExamples(document: string, project: string): string[] {
  mkdirSync(join(project, 'node_modules'), { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  symlinkSync(projectRoot, join(project, 'node_modules', 'sotto'), 'junction')
  const text = readFileSync(join(projectRoot, document), 'utf8')
  const examples = [...text.matchAll(/^```(?:ts|python)\n(?:\/\/|#) ([\w.-]+)\n(.*?)^```$/gms)]
  for (const [, name = '', code = ''] of examples) writeFileSync(join(project, name), code)
  return examples.map(([, name = '']) => name)
}

/** What runs an example; undefined where the machine has none. */
export function runtimeOf(name: string): string | undefined {
  if (name.endsWith('.ts')) return process.execPath
  return ['python3', 'python'].find(
    (command) => spawnSync(command, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0,
  )
}

export type Running = { process: ChildProcess; lines(): string[]; stop(): Promise<void> }

/** Starts an example that goes on running. */
export function startExample(project: string, name: string, env: Record<string, string>): Running {
  const child = spawn(runtimeOf(name) ?? name, [name], { cwd: project, env: { ...process.env, ...env } })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      out += chunk
    })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    process: child,
    lines: () => out.trim().split('\n'),
    async stop() {
      child.kill()
      await ended
    },
  }
}

/** Runs an example to its end. Returns what it prints. */
export function runExample(project: string, name: string, args: string[], env: Record<string, string>): string {
  const settings = { cwd: project, env: { ...process.env, ...env }, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(runtimeOf(name) ?? name, [name, ...args], settings)
  if (status !== 0) throw new Error(`${name} ended with ${status}\n${stdout}\n${stderr}`)
  return stdout.trim()
}
