import type { Command, Option } from 'commander'

/** A command as a completion needs it: where it stands, what may follow, and which options take a value. */
export type Place = {
  /** Empty for `sotto` itself. */
  path: readonly string[]
  commands: readonly { name: string; about: string }[]
  options: readonly Flag[]
}

export type Flag = { name: string; about: string; takesValue: boolean; choices: readonly string[] }

/** Every place of the command line, `sotto` first. Settings that are secrets are in none: they are refused there. */
export function placesOf(command: Command, path: readonly string[] = []): Place[] {
  const verbs = command.commands.map((child) => ({ name: child.name(), about: short(child.description()) }))
  const choices = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((name) => ({ name, about: short(description) })),
  )
  const options = [...command.options.filter(offered).map(flagOf), help]
  const inside = command.commands.flatMap((child) => placesOf(child, [...path, child.name()]))
  return [{ path, commands: [...verbs, ...choices], options }, ...inside]
}

const help: Flag = { name: '--help', about: 'show this', takesValue: false, choices: [] }

/** A setting with a secret says nothing of itself: it is refused on the command line. */
function offered({ long, description }: Option): boolean {
  return long !== undefined && long !== null && description !== ''
}

function flagOf({ long, description, required, optional, argChoices = [] }: Option): Flag {
  return { name: long ?? '', about: short(description), takesValue: required || optional, choices: argChoices }
}

/** One line without what means something to a shell. */
function short(text: string): string {
  const [line = ''] = text.split(/[;:]\s|\s\(/)
  return line.replaceAll(/["'`\\$]/g, '')
}
