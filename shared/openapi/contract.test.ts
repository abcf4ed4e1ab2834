import { expect, test } from 'vitest'
import { endpoints } from '../api/endpoints.ts'
import { wholeNumber } from '../api/kit/page.ts'
import { streamEvents } from '../model/stream-event.ts'
import { fieldTexts, parameterTexts, schemaTexts } from './descriptions.ts'
import { openApi } from './openapi.ts'

type Parameter = { name: string; in: string; description?: string; schema: { type?: string } }
type Schema = {
  title?: string
  type?: string
  description?: string
  additionalProperties?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}
type Media = { schema: Schema; 'x-data'?: Schema }
type Operation = {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content: Record<string, Media> }>
}

const document = openApi('0.0.0') as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const operation = (name: string) => operations.find(({ operationId }) => operationId === name)
const { schemas } = document.components

test('numbers are whole', () => {
  expect(JSON.stringify(document)).not.toContain('"type":"number"')
  const { parameters } = operation('listTransactions') ?? expect.fail('no such call')
  expect(parameters.find(({ name }) => name === 'page')?.schema.type).toBe('integer')
  expect(wholeNumber(1, 9, 1).safeParse('1.0').success).toBe(false)
})

test('answers may have more fields later, and requests none that are not known', () => {
  const answers = operations.map(({ responses }) => responses)
  expect(JSON.stringify(answers)).not.toContain('"additionalProperties":false')
  const closed = Object.keys(schemas).filter((name) => schemas[name]?.additionalProperties === false)
  expect(closed.filter((name) => !name.endsWith('Input'))).toEqual([])
  expect(closed).toContain('TransferInput')
})

test('the stream names its header and its events', () => {
  const withHeader = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'Last-Event-ID'))
  expect(withHeader.map(({ operationId }) => operationId)).toEqual(['streamEvents'])
  const data = operation('streamEvents')?.responses[200]?.content['text/event-stream']?.['x-data']
  expect(data?.anyOf?.map(({ title }) => title)).toEqual(Object.keys(streamEvents))
})

test('the form of a batch has the fields that go with its file', () => {
  const form = operation('createBatch')?.requestBody?.content['multipart/form-data']?.schema
  expect(Object.keys(form?.properties ?? {})).toEqual(['file', 'name', 'columns', 'walletId', 'token'])
})

test('a key says what it does at this call, and how long', () => {
  const about = (name: string) =>
    operation(name)?.parameters.find((each) => each.name === 'Idempotency-Key')?.description
  for (const name of ['fund', 'mint', 'transfer', 'redeem']) expect(about(name)).toContain('paying twice')
  for (const name of ['createWallet', 'createRequest'])
    expect(about(name)).toMatch(/makes nothing twice.*seven days\.$/)
  expect(about('createBatch')).toMatch(/as long as the batch\.$/)
})

test('each description is of something that there is', () => {
  for (const [name, text] of Object.entries(schemaTexts)) expect(schemas[name]?.description, name).toBe(text)
  for (const [name, fields] of Object.entries(fieldTexts)) {
    const properties = schemas[name]?.properties ?? {}
    for (const [field, text] of Object.entries(fields))
      expect(properties[field]?.description, `${name}.${field}`).toBe(text)
  }
  for (const [name, texts] of Object.entries(parameterTexts)) {
    expect(endpoints).toHaveProperty(name)
    const parameters = operation(name)?.parameters.filter(({ description }) => description !== undefined)
    expect(Object.fromEntries(parameters?.map((one) => [one.name, one.description]) ?? [])).toEqual(texts)
  }
})
