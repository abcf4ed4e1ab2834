import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../api/endpoints.ts'
import type { Endpoint } from '../api/kit/endpoint.ts'
import { statuses } from '../refusal-codes.ts'
import { examples } from './examples.ts'
import { nouns } from './names.ts'
import { openApi } from './openapi.ts'

type Operation = {
  operationId: string
  tags: string[]
  parameters: { name: string; in: string }[]
  requestBody?: { required: boolean }
  responses: Record<string, unknown>
}
type Schema = { anyOf?: Schema[]; type?: string; enum?: string[]; properties?: Record<string, object> }
const document = openApi('0.0.0') as {
  info: { title: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const { schemas } = document.components
const text = JSON.stringify(document)

test('is what the OpenAPI Initiative calls a document of version 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('every operation has a name of its own, and declares what stands in its path', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  )
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  for (const { path, parameters } of operations) {
    const declared = parameters.filter((one) => one.in === 'path').map(({ name }) => `{${name}}`)
    expect(declared, path).toEqual(path.match(/\{\w+\}/g) ?? [])
  }
})

test('bodies without a required field may be left out', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const leftOut = operations.filter(({ requestBody }) => requestBody?.required === false)
  expect(leftOut.map(({ operationId }) => operationId).sort()).toEqual([
    'approvalOptions',
    'approveTransaction',
    'passkeyLoginOptions',
    'passkeyOptions',
    'resumeBatch',
    'retryBatch',
    'startBatch',
  ])
})

test('every noun of the model is a schema with its name, and is referred to', () => {
  const unknown = Object.keys(nouns).filter((name) => !(name in schemas) || !text.includes(`/schemas/${name}"`))
  expect(unknown).toEqual([])
  expect(schemas.Transaction?.properties).toMatchObject({ status: { $ref: '#/components/schemas/TransactionStatus' } })
  expect(schemas.TransactionStatus?.enum).toEqual(['PENDING', 'SETTLING', 'SETTLED', 'FAILED'])
  const { post } = document.paths['/transfer'] ?? {}
  expect(post?.responses['201']).toMatchObject({
    content: {
      'application/json': {
        schema: { properties: { data: { properties: { transaction: { $ref: '#/components/schemas/Transaction' } } } } },
      },
    },
  })
})

test('every reference leads to a schema, and none out of the document', () => {
  const missing = [...text.matchAll(/"\$ref":"([^"]+)"/g)]
    .map(([, target = '']) => target)
    .filter((target) => {
      const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(target) ?? []
      return !Object.hasOwn((document.components as Record<string, object>)[kind] ?? {}, name)
    })
  expect(missing).toEqual([])
  expect(text).not.toContain('$defs')
})

test('codes of failures are a list that grows', () => {
  expect(schemas.ErrorCode?.anyOf).toEqual([{ type: 'string', enum: Object.keys(statuses) }, { type: 'string' }])
  expect(schemas.Failure).toMatchObject({
    properties: { error: { properties: { code: { $ref: '#/components/schemas/ErrorCode' } } } },
  })
})

test('what a call takes has a name too', () => {
  const bodies = Object.entries(endpoints as Record<string, Endpoint>).filter(([, { body }]) => body !== undefined)
  expect(
    bodies.map(([name]) => `${name[0]?.toUpperCase()}${name.slice(1)}Input`).filter((name) => !(name in schemas)),
  ).toEqual([])
})

test('carries the name of Sotto, and money comes first', () => {
  expect(document.info.title).toMatch(/^Sotto/)
  expect(document.tags[0]?.name).toBe('Money')
  const used = new Set(Object.values(document.paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)))
  expect(new Set(document.tags.map(({ name }) => name))).toEqual(used)
})

describe('the example of', () => {
  test.each(Object.entries(examples))('%s is what the API takes and answers', (name, { body, data }) => {
    const endpoint = (endpoints as Record<string, Endpoint>)[name]
    if (body !== undefined) expect(endpoint?.body?.safeParse(body)).toMatchObject({ success: true })
    if (data !== undefined) expect(endpoint?.data.safeParse(data)).toMatchObject({ success: true, data })
    expect(text).toContain(JSON.stringify(body ?? data))
  })
})
