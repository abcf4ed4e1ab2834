/** Where the gateway meets its machine: all else is given a `World`. */
const edge =
  /^gateway\/(main\.ts$|tallies\.ts$|(cli|contracts|db|chain\/live|testnet|testing|world)\/|pages\/(account|pay|verify)\/)/
const gateway = /^gateway\//
const ships = /^(gateway|shared|extension)\//
const everywhere = /^/
/** `*rules.ts` and `model.ts`, in whatever room they stand. */
const pure = /(^|[/-])(rules|model)\.tsx?$/

const isTest = (file: string) =>
  /\.test\.tsx?$|-fixture\.ts$|(^|\/)testing\/|^gateway\/chain\/suite\/|^e2e\/|^scripts\/|^extension\/fake-browser\.ts$|^gateway\/testnet\/test-kit\.ts$|^[\w.]+$/.test(
    file,
  )

/** What a source may not say: `finds` in a file whose path matches `where`. */
export type SourceRule = {
  name: string
  why: string
  where: RegExp
  /** Files that the rule leaves out, beside tests. */
  but?: RegExp
  finds: RegExp
  /** Files that break it for a reason, which is told; one that no longer does is refused too. */
  except?: Readonly<Record<string, string>>
  /** Tests and comments are read too. */
  all?: boolean
}

export const sourceRules: readonly SourceRule[] = [
  {
    name: 'time-comes-from-the-clock',
    why: 'tests set it: `world.clock`, and of what several gateways share `world.sharedNow`',
    where: gateway,
    but: edge,
    finds:
      /\bDate\s*(\.now|\?\.|\[)|\bnew Date(?!\w|\s*\(\s*[^\s)])|\bDate\(\)|\bperformance\b|\bhrtime\b|=\s*Date\s*([;,)]|$)/m,
  },
  {
    name: 'waiting-comes-from-the-clock',
    why: 'tests need no sleeps: `world.clock.sleep`, `nextTurn`',
    where: gateway,
    but: edge,
    finds: /\b(setTimeout|setInterval|setImmediate|queueMicrotask)\b|\bAbortSignal\.timeout\b/,
    except: {
      'gateway/monitoring/readiness.ts': 'a probe answers in time, whatever time a test has set',
      'gateway/monitoring/traces.ts': 'ends the process in time, and knows no world',
    },
  },
  {
    name: 'randomness-comes-from-crypto',
    why: 'what is secret is made in one room: `crypto/`, `world.newId`',
    where: gateway,
    but: edge,
    finds: /\bMath\s*(\.random|\[)|\brandomUUID\b|\bgetRandomValues\b|\brandomInt\b|\brandomBytes\b/,
    except: {
      'gateway/crypto/keyring.ts': 'seals',
      'gateway/crypto/master-key.ts': 'makes the master key',
      'gateway/crypto/passphrase.ts': 'salts',
      'gateway/crypto/password.ts': 'makes first passwords',
      'gateway/crypto/token.ts': 'makes tokens',
      'gateway/chain/fake/ciphertexts.ts': 'handles of the fake chain, which ships with nothing',
      'gateway/webhooks/deliver/wave.ts': 'what failed together is not tried again together',
    },
  },
  {
    name: 'settings-are-read-once',
    why: 'a setting comes by `world.config`; the command line reads the environment',
    where: gateway,
    but: /^gateway\/(bin\.mjs$|main\.ts$|(cli|contracts|testnet)\/)/,
    finds: /\bprocess\s*(\?\.|\.|\[)\s*['"]?(env|argv)\b|\bimport\.meta\.env\b|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/,
  },
  {
    name: 'the-network-is-behind-a-port',
    why: 'a use case asks `world.chain`',
    where: gateway,
    but: edge,
    finds:
      /(?<![.\w'-])fetch\b(?!\s*[:?])|\bXMLHttpRequest\b|\bnew WebSocket\b|\bnew EventSource\b|\bnavigator\.sendBeacon\b/,
  },
  {
    name: 'no-console',
    why: 'the gateway logs by `world.log` and prints by `cli/print.ts`; a page shows what it says',
    where: ships,
    finds: /\bconsole\b/,
    except: {
      'gateway/bin.mjs': 'refuses a Node that is too old, before it loads anything',
      'gateway/contracts/build.ts': 'a command of those who change contracts; it does not ship',
    },
  },
  {
    name: 'no-way-around',
    why: 'what is refused by name is not reached by another',
    where: ships,
    but: edge,
    finds:
      /\b(globalThis|global)\s*(\?\.|\.|\[)|[=(,]\s*globalThis\b|\bself\.(fetch|Date)\b|(?<![.\w])eval\(|\bnew Function\b|\bcreateRequire\b|\bprocess\.(binding|getBuiltinModule)\b|\bimport\((?!\s*['"])/,
    except: {
      'extension/entrypoints/bridge.ts': 'a mark in the page that this script runs in',
      'extension/native-browser.ts': 'the door to the browser without the polyfill',
      'extension/ui/qr/decode.ts': 'asks whether this browser reads codes itself',
      'gateway/pages/page-files.ts': 'loads the bundler in a clone, which the package does not have',
    },
  },
  {
    name: 'legs-alone-sign-and-send',
    why: 'whatever is signed is on disk first: a chain is not taken for one that signs',
    where: gateway,
    but: /^gateway\/(chain|legs|contracts|testnet|testing)\//,
    finds: /\b(broadcast|resign)\s*[(?:]|\bchain\.sign\b|\bSigningChain\b/,
  },
  {
    name: 'a-name-comes-from-its-own-file',
    why: 'a file that hands on what it imports hides from where it comes, and leads around the rules of imports',
    where: /^(gateway|extension)\//,
    finds: /^export\s+(type\s+)?(\*|\{)[^'"]*\bfrom\b/m,
    except: {
      'gateway/world/next-turn.ts': 'the one timer that every room may have, under its own name',
      'gateway/cli/groups/on-chain.ts': 'commands that are loaded together',
      'gateway/cli/groups/on-database.ts': 'commands that are loaded together',
      'gateway/cli/groups/on-gateway.ts': 'commands that are loaded together',
    },
  },
  {
    name: 'rules-and-models-touch-nothing',
    why: 'they take values and return values: time and chance are arguments',
    where: pure,
    finds:
      /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bcrypto\.|\bset(Timeout|Interval)\b|(?<![\w.'"/-])(window|document|location|navigator|localStorage|sessionStorage|indexedDB|chrome|browser)\s*\.|\bfetch\(|^(let|var)\s|^[\w.]+\(/m,
  },
  {
    name: 'no-double-cast',
    why: 'a value whose type is claimed over `unknown` is not checked at all: parse it, or narrow it',
    where: ships,
    finds: /\bas\s+unknown\s+as\b|\bas\s+any\b|<unknown>\s*</,
    except: {
      'extension/entrypoints/background.ts': 'the polyfill has no type of `setAccessLevel`',
      'extension/store/sealed/sealed-store.ts':
        'an array sorts after every string as a key of IndexedDB, and idb has no type for it',
      'gateway/approvals/require-person.ts': 'the input was parsed, and the library checks it again',
      'gateway/auth/manage/add-passkey.ts': 'the input was parsed, and the library checks it again',
      'gateway/auth/sign-in/login-passkey.ts': 'the input was parsed, and the library checks it again',
      'gateway/chain/live/zama/worker.ts': 'the client types a permit as less than it makes',
      'gateway/cli/settings.ts': 'zod types no entries of a schema that is not known',
      'gateway/testnet/secrets.ts': 'zod infers `string` of what the pattern makes `Hex`',
      'shared/ui/security/passkeys/ceremony.ts': 'the answer was parsed, and the browser checks it again',
    },
  },
  {
    name: 'a-suppression-has-its-reason',
    why: 'what is switched off is switched off for one line, and the line says why',
    where: everywhere,
    all: true,
    finds:
      /biome-ignore(-\w+)?\s+[\w/]+\s*(:\s*)?$|biome-ignore-(all|start)|biome-ignore\s*$|@ts-expect-error\s*(\*\/)?\s*$|@ts-(ignore|nocheck)|eslint-disable|v8 ignore/m,
  },
]

/** Comments take no part in what a source does. Those of a line begin it, or follow a space. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}

/** The names of the rules that a file breaks, whether or not it is excepted. */
export function brokenBy(file: string, text: string): string[] {
  const code = withoutComments(text)
  return sourceRules
    .filter(({ where, but, all, finds }) => {
      if (!where.test(file) || but?.test(file) || (!all && isTest(file))) return false
      return finds.test(all ? text : code)
    })
    .map(({ name }) => name)
}
