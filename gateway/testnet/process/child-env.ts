/** What a process needs of the environment to run at all; it holds no secret. */
const NEEDED = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  // Windows finds its libraries by these.
  'SystemRoot',
  'SYSTEMROOT',
  'windir',
  'COMSPEC',
  'PATHEXT',
  'APPDATA',
  'LOCALAPPDATA',
  'USERPROFILE',
  // What Deno and Node keep compiled.
  'DENO_DIR',
  'NODE_COMPILE_CACHE',
]

/** The environment of a child process: never ours as a whole, which holds passwords and keys. */
export function childEnv(): Record<string, string> {
  const given = NEEDED.map((name) => [name, process.env[name]] as const)
  return Object.fromEntries(given.filter((entry): entry is [(typeof NEEDED)[number], string] => entry[1] !== undefined))
}
