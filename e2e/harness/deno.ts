import { join } from 'node:path'
import { projectRoot } from './command.ts'
import { temporaryFolder } from './gateway.ts'

/** As `gateway/docs/running.md` says it: what the gateway may reach, read, write and learn of the machine, and nothing else. */
const allowed = (folder: string) => [
  '--allow-net=127.0.0.1',
  `--allow-read=${folder},${join(projectRoot, 'dist')},${join(projectRoot, 'node_modules')},/usr/bin/ldd`,
  `--allow-write=${folder}`,
  '--allow-env',
  `--allow-ffi=${join(projectRoot, 'node_modules')}`,
  '--allow-sys=homedir,hostname,umask,cpus,networkInterfaces,statfs',
]

/** On the disk: Deno opens no file below `/dev`, where `scripts/verify/temporary.mjs` has the other temporary folders. */
export const folderForDeno = () => temporaryFolder(process.env.SOTTO_TEST_DISK)

/** What runs the command on Deno, with a data folder of its own. */
export const denoFor = (folder: string) => [
  join(projectRoot, 'node_modules', '.bin', 'deno'),
  'run',
  '--no-prompt',
  ...allowed(folder),
]
