import type { ComponentChildren } from 'preact'

/** Several checks under one question. */
export function Fieldset({ legend, children }: { legend: string; children: ComponentChildren }) {
  return (
    <fieldset class="fieldset">
      <legend class="field-legend">{legend}</legend>
      {children}
    </fieldset>
  )
}
