import { InputData, JSONSchemaInput, quicktype } from 'quicktype-core'

export type Document = { components: { schemas: Record<string, object> } }

/** Python classes of the named schemas of an OpenAPI document, each with `from_dict` and `to_dict`, as a file. */
export async function generatePython(document: Document, names: readonly string[]): Promise<string> {
  const input = new JSONSchemaInput(undefined)
  // Read as text: the generator would have dates read by a package that is not in the standard library.
  const components = JSON.parse(JSON.stringify(document.components), (key, value) =>
    key === 'format' && value === 'date-time' ? undefined : value,
  ) as Document['components']
  for (const name of names) {
    const schema = { $ref: `#/components/schemas/${name}`, components }
    await input.addSource({ name, schema: JSON.stringify(schema) })
  }
  const inputData = new InputData()
  inputData.addInput(input)
  const { lines } = await quicktype({ inputData, lang: 'python', rendererOptions: { 'python-version': '3.7' } })
  return lines.join('\n')
}
