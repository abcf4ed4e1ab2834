import type { Command, Help } from 'commander'
import type { Variable } from '../../config/variables.ts'
import { printable } from '../../world/printable.ts'
import { print } from '../print.ts'
import { all } from '../settings.ts'

/** What a script reads. A process that a signal ends says 128 and its number, as shells do. */
const exitCodes = `Exit codes:
  0    done; of doctor: nothing is bad; of audit --verify and nota verify: whole, valid
  1    not done, and standard error says why; or checked, and bad; of a payment: refused or failed
  2    of nota verify: intact, but its issuer is not known here; of status: told, but the node was not reached
  3    of a payment: not known, as no answer came: repeat it with its --idempotency-key
  4    of a payment: under way, or waiting for a person
  130  stopped by a second Ctrl-C, without an orderly end`

const examples = `Examples:
  sotto                                            runs the gateway on an offline test-net
  sotto api-key create --email admin@sotto.local --label till
  sotto transfer 12.5 --to 0x…                     pays with the key in SOTTO_API_KEY
  sotto doctor --json
  sotto backup /mnt/usb/sotto.age
  source <(sotto completion bash)`

const further = `"sotto COMMAND --help" says more of each. "sotto start --help" lists every setting; each is an environment variable
too, which the option wins over: --port over SOTTO_PORT.`

const clientHelp = `The API key is taken from the environment (SOTTO_API_KEY), else from the file, which nobody else may read: the key alone,
or lines SOTTO_API_KEY=… and SOTTO_GATEWAY_URL=….

Exit codes:
  0  done: settled, or all rows of a batch paid
  1  refused or failed, and standard error says why
  3  not known: no answer came. Repeat it with its --idempotency-key: that pays once at most
  4  under way, or waiting for a person`

const moreSettings = '"sotto start --help" lists the other settings; each is an option of this command too.'

/** Help of a whole tree of commands: headings, examples, exit codes, and one hint after an error instead of a page. */
export function polish(program: Command): Command {
  each(program, (command, path) => {
    command
      .configureOutput({ writeOut: print, writeErr: (text) => process.stderr.write(printable(text)) })
      .configureHelp({ subcommandTerm, optionDescription: ({ description }) => description })
      .showHelpAfterError(`("${path} --help" says what it takes.)`)
      .helpOption('-h, --help', 'show this')
  })
  program.addHelpText('after', `\n${examples}\n\n${exitCodes}\n\n${further}`)
  for (const command of leaves(program)) {
    if (command.name() === 'start') command.addHelpText('after', `\n${fromEnvironment()}`)
    else if (isClient(command)) command.addHelpText('after', `\n${clientHelp}`)
    else if (command.name() !== 'completion') command.addHelpText('after', `\n${moreSettings}`)
  }
  return program
}

/** Asks a gateway, and has none of its settings. */
const isClient = ({ options }: Command) => options.some(({ long }) => long === '--gateway')

/** Every command that does something by itself. */
export function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
}

function each(command: Command, visit: (command: Command, path: string) => void, path = command.name()): void {
  visit(command, path)
  for (const child of command.commands) each(child, visit, `${path} ${child.name()}`)
}

/** With its arguments, and without the "[options]" that every command has. */
const subcommandTerm: Help['subcommandTerm'] = (command) => {
  const args = command.registeredArguments.map((arg) => (arg.required ? `<${arg.name()}>` : `[${arg.name()}]`))
  const inside = command.commands.length === 0 ? [] : ['…']
  return [command.name(), ...inside, ...args].join(' ')
}

/** Secrets are no options: other users of the machine can read command lines. */
function fromEnvironment(): string {
  const secrets = all.filter(([, { secret }]) => secret).map(line)
  return ['Secrets, taken from the environment alone:', ...secrets].join('\n')
}

function line([name, { meaning }]: [string, Variable]): string {
  return `  ${name.padEnd(28)}${meaning.replaceAll('`', '')}`
}
