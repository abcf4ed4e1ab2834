import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'

/** Scripts that run as processes or workers of their own, as `gateway/assets.ts` names them. */
const entries = [
  'main',
  'chain/live/zama/worker',
  'testnet/process/process',
  'testnet/relayer/worker',
  'testnet/tfhe/worker',
  'testnet/journal/snapshot-worker',
]

/** Machine code and WebAssembly, which lie beside their JavaScript. Everything else is in the bundle. */
export function external(root: string): string[] {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'optionalDependencies',
    Record<string, string>
  >
  return Object.keys({ ...dependencies, ...optionalDependencies })
}

/** Zama's client proves with an older TFHE than the offline relayer verifies with; each has its own. */
const clientsOwnTfhe: Plugin = {
  name: 'the TFHE of the client',
  setup({ onResolve }) {
    onResolve({ filter: /^node-tfhe$/ }, ({ importer }) =>
      /[\\/]@zama-fhe[\\/]relayer-sdk[\\/]/.test(importer) ? { path: 'node-tfhe-1.4', external: true } : undefined,
    )
  },
}

/** How the gateway is bundled, whichever file begins it. */
export function ofGateway(root: string) {
  return {
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22.14',
    external: external(root),
    plugins: [clientsOwnTfhe],
    // Libraries in the older format of modules ask for parts of Node by `require`.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url)",
    },
    sourcemap: true,
    logLevel: 'warning',
  } satisfies BuildOptions
}

/** The gateway and all the JavaScript that it uses, so that every installation runs the code that was tested. */
export async function bundleGateway(root: string, folder: string): Promise<Metafile> {
  const { metafile } = await build({
    ...ofGateway(root),
    entryPoints: entries.map((entry) => `gateway/${entry}.ts`),
    outbase: 'gateway',
    outdir: folder,
    metafile: true,
  })
  return metafile
}
