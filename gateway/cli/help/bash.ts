import type { Flag, Place } from './tree.ts'

/** For bash 3.2 and newer. What takes a file is completed by bash itself (`-o default`). */
export function bash(places: readonly Place[]): string {
  const flags = places.flatMap(({ options }) => options)
  return `# bash completion of sotto; load it with: source <(sotto completion bash)
_sotto() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" at= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      ${valued(flags).join('|')}) ((i++)) ;;
      *) case "$at \${COMP_WORDS[i]}" in
${indent(10, [`${places.filter(inside).map(where).map(quoted).join('|')}) at="$at \${COMP_WORDS[i]}" ;;`])}
         esac ;;
    esac
  done
  case "$previous" in
${indent(4, choices(flags))}
    ${valued(flags).join('|')}) return ;;
  esac
  local commands= options=
  case "$at" in
${indent(4, places.map(words))}
  esac
  if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))
  else COMPREPLY=($(compgen -W "$commands" -- "$current")); fi
}
complete -o default -F _sotto sotto
`
}

const inside = ({ path }: Place) => path.length > 0
const where = ({ path }: Place) => path.map((word) => ` ${word}`).join('')
const quoted = (text: string) => `'${text}'`
const indent = (by: number, lines: readonly string[]) => lines.map((line) => ' '.repeat(by) + line).join('\n')

function words({ path, commands, options }: Place): string {
  const [first, second] = [commands.map(({ name }) => name).join(' '), options.map(({ name }) => name).join(' ')]
  return `'${path.map((word) => ` ${word}`).join('')}') commands='${first}' options='${second}' ;;`
}

/** Options after which a value stands, each once. */
export function valued(flags: readonly Flag[]): string[] {
  return [...new Set(flags.filter(({ takesValue }) => takesValue).map(({ name }) => name))]
}

function choices(flags: readonly Flag[]): string[] {
  const known = new Map(flags.filter((flag) => flag.choices.length > 0).map((flag) => [flag.name, flag.choices]))
  return [...known].map(
    ([name, values]) => `${name}) COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$current")); return ;;`,
  )
}
