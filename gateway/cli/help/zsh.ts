import { valued } from './bash.ts'
import type { Flag, Place } from './tree.ts'

/** Both for `source` and as a file named `_sotto` in `$fpath`. */
export function zsh(places: readonly Place[]): string {
  const flags = places.flatMap(({ options }) => options)
  const paths = places.filter(({ path }) => path.length > 0).map(({ path }) => quoted(path.join(' ')))
  return `#compdef sotto
# zsh completion of sotto; load it with: source <(sotto completion zsh)
_sotto() {
  local at= step= i
  local -a following flags
  for ((i = 2; i < CURRENT; i++)); do
    case $words[i] in
      (${valued(flags).join('|')}) ((i++)) ;;
      (*) step="\${at:+$at }$words[i]"
          case $step in
            (${paths.join('|')}) at=$step ;;
          esac ;;
    esac
  done
  case $words[CURRENT-1] in
${choices(flags).join('\n')}
    (${valued(flags).join('|')}) _files; return ;;
  esac
  case $at in
${places.map(words).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe option flags
  elif (( $#following )); then _describe command following
  else _files; fi
}
if [[ $funcstack[1] == _sotto ]]; then _sotto "$@"; else compdef _sotto sotto; fi
`
}

const quoted = (text: string) => `'${text}'`
/** A colon divides a word from what it means. */
const told = ({ name, about }: { name: string; about: string }) => quoted(`${name}:${about.replaceAll(':', '\\:')}`)

function words({ path, commands, options }: Place): string {
  const [first, second] = [commands.map(told).join(' '), options.map(told).join(' ')]
  return `    (${quoted(path.join(' '))}) following=(${first}) flags=(${second}) ;;`
}

function choices(flags: readonly Flag[]): string[] {
  const known = new Map(flags.filter((flag) => flag.choices.length > 0).map((flag) => [flag.name, flag.choices]))
  return [...known].map(([name, values]) => `    (${name}) compadd ${values.join(' ')}; return ;;`)
}
