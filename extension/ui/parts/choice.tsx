import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import '../styles/choice.css'

export type ChoiceOption<T extends string> = {
  value: T
  title: string
  /** What choosing it means. */
  about?: ComponentChildren
}

export type ChoiceProps<T extends string> = {
  legend: string
  name: string
  options: readonly ChoiceOption<T>[]
  value: T
  onChange: (value: T) => void
  /** Beside each other, where titles say enough. */
  narrow?: boolean
}

/** One of two or three ways, all in view at once. */
export function Choice<T extends string>({ legend, name, options, value, onChange, narrow = false }: ChoiceProps<T>) {
  const id = useId()
  const one = (option: ChoiceOption<T>) => (
    <label class="choice-option" key={option.value}>
      <input
        type="radio"
        name={name}
        value={option.value}
        // What it means is said after its name, not as part of it.
        aria-labelledby={`${id}-${option.value}`}
        aria-describedby={option.about === undefined ? undefined : `${id}-${option.value}-about`}
        checked={option.value === value}
        onChange={() => onChange(option.value)}
      />
      <span class="choice-text">
        <bdi class="choice-title" id={`${id}-${option.value}`}>
          {option.title}
        </bdi>
        {option.about !== undefined && (
          <span class="hint" id={`${id}-${option.value}-about`}>
            {option.about}
          </span>
        )}
      </span>
    </label>
  )
  return (
    <fieldset class={narrow ? 'choice choice-narrow' : 'choice'}>
      <legend class="field-legend">{legend}</legend>
      <div class="choice-options">
        {narrow && options.length === 4
          ? [options.slice(0, 2), options.slice(2)].map((pair, at) => (
              <div class="choice-pair" key={at}>
                {pair.map(one)}
              </div>
            ))
          : options.map(one)}
      </div>
    </fieldset>
  )
}
