import { escaped } from '../html.ts'
import type { Schema } from './document.ts'

/** Regular expressions that are longer than this tell a reader nothing. */
const PATTERN_MAX = 48

/** A schema in a few words: `string`, `"PENDING" or "SETTLED"`, a name that leads to its own entry, a list of one of them. */
export function typeHtml(schema: Schema): string {
  const { $ref, enum: values, items, type } = schema
  if ($ref !== undefined) return refHtml($ref)
  if (schema.const !== undefined) return valueHtml(schema.const)
  if (values !== undefined) return values.map(valueHtml).join(' or ')
  const choices = choicesOf(schema)
  if (choices !== undefined) return [...new Set(choices.map(choiceHtml))].join(' or ')
  if (items !== undefined) return `list of ${typeHtml(items)}`
  if (typeof schema.additionalProperties === 'object') return `object of ${typeHtml(schema.additionalProperties)}`
  return escaped([type ?? 'any'].flat().join(' or '))
}

/** What stands in one event of a stream is told apart by the name of the event. */
const choiceHtml = (schema: Schema) => `${titleHtml(schema)}${typeHtml(schema)}`
const titleHtml = ({ title }: Schema) => (title === undefined ? '' : `<code>${escaped(title)}</code>: `)

function refHtml(ref: string): string {
  const name = escaped(ref.slice(ref.lastIndexOf('/') + 1))
  return `<a href="#${name}">${name}</a>`
}

const valueHtml = (value: unknown) => `<code>${escaped(JSON.stringify(value))}</code>`

function choicesOf({ anyOf, oneOf, allOf }: Schema): Schema[] | undefined {
  return anyOf ?? oneOf ?? allOf
}

/** What is inside a schema: its fields, each with what is inside it. Nothing where a name or a word says it all. */
export function fieldsHtml(schema: Schema): string {
  const { properties, items, required = [] } = schema
  if (items !== undefined) return fieldsHtml(items)
  const choices = choicesOf(schema)?.map(choiceFieldsHtml).filter(Boolean)
  if (choices !== undefined) return choices.join('<p class="or">or</p>')
  if (properties === undefined || Object.keys(properties).length === 0) return ''
  const rows = Object.entries(properties).map(([name, field]) => fieldHtml(name, field, required.includes(name)))
  return `<dl class="fields">${rows.join('')}</dl>`
}

function choiceFieldsHtml(schema: Schema): string {
  const fields = fieldsHtml(schema)
  return fields === '' || schema.title === undefined ? fields : `<p>${titleHtml(schema)}</p>${fields}`
}

/** What the document says about a schema or a field. */
export function aboutHtml({ description }: Schema): string {
  return description === undefined ? '' : `<p>${marked(description)}</p>`
}

/** One field. `place`: where it stands, of one that is in no body. */
export function fieldHtml(name: string, schema: Schema, isRequired: boolean, place?: string): string {
  const facts = [typeHtml(schema), limitsHtml(schema), place ?? '', isRequired ? '' : 'optional'].filter(Boolean)
  return `<div><dt><code>${escaped(name)}</code> <span class="type">${facts.join(', ')}</span></dt><dd>${aboutHtml(schema)}${fieldsHtml(schema)}</dd></div>`
}

/** What a value has to keep to, where that is said in a few words. */
function limitsHtml(schema: Schema): string {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, format, pattern } = schema
  const limits = [
    span(minLength, maxLength, 'characters'),
    span(minItems, maxItems, 'entries'),
    span(minimum, maximum, ''),
    format === undefined ? '' : escaped(format),
    // A format is what its pattern spells out.
    pattern === undefined || format !== undefined || pattern.length > PATTERN_MAX
      ? ''
      : `<code>${escaped(pattern)}</code>`,
  ].filter(Boolean)
  if (limits.length > 0) return limits.join(', ')
  // Of one that may be null: what holds of the other.
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  return others.length === 1 && others[0] !== undefined ? limitsHtml(others[0]) : ''
}

function span(least: number | undefined, most: number | undefined, what: string): string {
  // Whole numbers without a limit say so by the largest that JSON has.
  const end = most !== undefined && most < Number.MAX_SAFE_INTEGER ? most : undefined
  if (end === undefined) return least === undefined || least === 0 ? '' : `at least ${least} ${what}`.trim()
  return least === undefined || least === end ? `at most ${end} ${what}`.trim() : `${least} to ${end} ${what}`.trim()
}

/** Text of the document: what stands in backquotes is code. */
export function marked(text: string): string {
  return escaped(text)
    .replace(/&#96;|`/g, '`')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
}
