import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { type Failure, failureOf } from '../../../client-failure.ts'
import { kitWords } from '../../words/kit.ts'
import { Button } from '../buttons/button.tsx'
import { flawsOf } from '../states/failure-words.ts'
import { aroundEnglish } from '../states/in-english.tsx'
import { Refused } from '../states/refused.tsx'
import { FlawContext, type FormFlaw } from './form-flaw.ts'
import { goneOnSinceNow } from './gone-on.ts'

export type FormProps = {
  children?: ComponentChildren
  /** What the submit button says. */
  action: string
  kind?: 'main' | 'danger'
  /** It cannot be submitted now. */
  off?: boolean
  wide?: boolean
  /** What is said before the first submission. */
  refused?: Failure | undefined
  /** Further buttons, before the one that submits. */
  buttons?: ComponentChildren
  /** Where the row of buttons stands: at the end in a dialog; at the foot of a page it may be made to stay in view. */
  buttonsAt?: 'start' | 'end' | 'foot'
  /** Whatever it throws is said in the form, beside the field that it is about where there is one. */
  onSubmit: (values: FormData) => unknown
}

/**
 * Fields and a button: one submission at a time, refusals said in place, the focus on what has to be mended,
 * but for somebody who types elsewhere already.
 */
export function Form({
  children,
  action,
  kind = 'main',
  off = false,
  wide = false,
  refused,
  buttons,
  buttonsAt = 'start',
  onSubmit,
}: FormProps) {
  const [busy, setBusy] = useState(false)
  const [flaw, setFlaw] = useState<FormFlaw>()
  const [failure, setFailure] = useState(refused)
  const running = useRef(false)

  async function submit(form: HTMLFormElement) {
    if (running.current || off) return
    setFailure(undefined)
    const unfit = form.querySelector<HTMLInputElement>(':invalid:not(fieldset)')
    if (unfit !== null) {
      setFlaw({ name: unfit.name, text: unfitWords(unfit) })
      return focus(unfit)
    }
    setFlaw(undefined)
    const hasGoneOn = goneOnSinceNow()
    running.current = true
    setBusy(true)
    try {
      await onSubmit(new FormData(form))
    } catch (error) {
      refuse(form, failureOf(error), hasGoneOn())
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  function refuse(form: HTMLFormElement, refusal: Failure, hasGoneOn: boolean) {
    const found = flawOf(form, refusal)
    setFlaw(found)
    setFailure(found === undefined ? refusal : undefined)
    const named = found === undefined ? null : form.elements.namedItem(found.name)
    if (!hasGoneOn) focus(named instanceof HTMLElement ? named : retyped(form))
  }

  return (
    <FlawContext.Provider value={flaw}>
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
      >
        {children}
        {failure !== undefined && <Refused failure={failure} />}
        <div class={buttonsAt === 'start' ? 'buttons' : `buttons buttons-${buttonsAt}`}>
          {buttons}
          <Button type="submit" kind={kind} busy={busy} off={off} wide={wide}>
            {action}
          </Button>
        </div>
      </form>
    </FlawContext.Provider>
  )
}

/** The browser's own sentence; it says nothing of what a pattern or a box to tick is for, which the field's title does. */
function unfitWords({ type, validity, title, validationMessage }: HTMLInputElement): string {
  return (validity.patternMismatch || type === 'checkbox') && title !== '' ? title : validationMessage
}

/** The field that the gateway found wrong, in words made of its label. */
function flawOf(form: HTMLFormElement, { details, status }: Failure): FormFlaw | undefined {
  const [flaw] = flawsOf(details)
  if (flaw === undefined) return undefined
  const named = form.elements.namedItem(flaw.path)
  const isText = named instanceof HTMLInputElement || named instanceof HTMLTextAreaElement
  const label = isText ? named.labels?.[0]?.textContent : undefined
  if (!label) return undefined
  const sentence = (reason: string) => kitWords.flaw(label, reason)
  // Without a status it is the caller's own, in the words of the screens.
  const text = status === undefined ? sentence(flaw.message) : aroundEnglish(sentence, flaw.message)
  return { name: flaw.path, text }
}

/** What is most likely typed anew after a refusal: a secret or a code, else the first field. */
function retyped(form: HTMLFormElement): HTMLElement | null {
  return (
    form.querySelector<HTMLElement>('input[autocomplete$="password"], input[autocomplete="one-time-code"]') ??
    form.querySelector<HTMLElement>('input:not([hidden]), select, textarea')
  )
}

function focus(element: HTMLElement | null) {
  element?.focus()
  if (element instanceof HTMLInputElement && element.type !== 'checkbox') element.select()
}
