import { valued } from './bash.ts'
import type { Flag, Place } from './tree.ts'

/** What a place offers stands under a condition that says which commands were typed so far. */
export function fish(places: readonly Place[]): string {
  const flags = places.flatMap(({ options }) => options)
  const paths = places.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(' ')}'`)
  return `# fish completion of sotto; load it with: sotto completion fish | source
function __sotto_at
  set -l at ''
  set -l skip no
  for word in (commandline -opc)[2..-1]
    if test $skip = yes
      set skip no
      continue
    end
    if contains -- $word ${valued(flags).join(' ')}
      set skip yes
      continue
    end
    set -l step (string trim -- "$at $word")
    if contains -- $step ${paths.join(' ')}
      set at $step
    end
  end
  test "$at" = "$argv"
end
${places.flatMap(lines).join('\n')}
`
}

function lines({ path, commands, options }: Place): string[] {
  const here = `complete -c sotto -n "__sotto_at ${path.join(' ')}"`
  const next = commands.map(({ name, about }) => `${here} -f -a ${name} -d '${about}'`)
  return [...next, ...options.map((flag) => `${here} -l ${flag.name.slice(2)}${value(flag)} -d '${flag.about}'`)]
}

function value({ takesValue, choices }: Flag): string {
  if (choices.length > 0) return ` -x -a '${choices.join(' ')}'`
  return takesValue ? ' -r' : ''
}
