import { Argument, Command } from 'commander'
import { print } from '../print.ts'
import { bash } from './bash.ts'
import { fish } from './fish.ts'
import { placesOf } from './tree.ts'
import { zsh } from './zsh.ts'

const shells = { bash, zsh, fish }
const names = Object.keys(shells) as (keyof typeof shells)[]

const howTo = `To load it at every start of the shell:
  bash  echo 'source <(sotto completion bash)' >> ~/.bashrc
  zsh   echo 'source <(sotto completion zsh)' >> ~/.zshrc   (after compinit)
  fish  sotto completion fish > ~/.config/fish/completions/sotto.fish`

/**
 * `sotto completion SHELL`: made from the commands themselves. The script knows every word, so that a press of Tab starts
 * no process.
 */
export function completionCommand(program: Command): Command {
  const command = new Command('completion')
    .description('print the script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell that reads it').choices(names))
    .addHelpText('after', `\n${howTo}`)
  return command.action((shell: keyof typeof shells) => print(shells[shell](placesOf(program))))
}
