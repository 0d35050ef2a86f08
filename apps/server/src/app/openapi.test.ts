import { errors } from '@muster/contract/errors.ts'
import { describe, expect, it } from 'vitest'
import { createOpenApiDocument, renderReferencePage } from './openapi.ts'
import { procedures } from './testing/procedures.ts'

type Parameter = { name: string; in: string; required?: boolean; schema?: unknown }
type Operation = {
  operationId?: string
  summary?: string
  tags?: string[]
  servers?: { url: string }[]
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>
}

const document = await createOpenApiDocument('1.2.3', 'http://localhost/api')
// The document as clients receive it.
const serializedDocument = JSON.parse(JSON.stringify(document)) as {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components?: unknown
}
const allOperations = Object.entries(serializedDocument.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)
const operations = allOperations.filter(it => !it.operation.tags?.includes('doors'))

describe('the OpenAPI document', () => {
  it('has its title and version', () => {
    expect(serializedDocument.openapi).toMatch(/^3\.1\.\d$/)
    expect(serializedDocument.info).toMatchObject({ title: 'Muster', version: '1.2.3' })
    expect(serializedDocument.servers).toEqual([{ url: 'http://localhost/api' }])
  })

  it('contains the endpoints that are not procedures, at the root of the server', () => {
    const doors = allOperations.filter(it => it.operation.tags?.includes('doors'))
    expect(doors.map(it => `${it.method} ${it.path} ${it.operation.operationId}`)).toEqual([
      'post /ingest/badges ingest_badges',
      'put /upload/broadcast-attachments upload_broadcast_attachment',
      'put /upload/documents upload_document',
      'post /download/documents download_documents',
      'post /download/emergency download_missing_people',
      'put /upload/group-files/{groupId} upload_group_file',
      'put /upload/hazard-attachments/{hazardId} upload_hazard_attachment',
      'post /ingest/positions update_user_presence',
      'post /download/presence export_zone_presence',
      'put /upload/profile-image upload_profile_image',
      'post /ingest/owntracks ingest_owntracks',
      'get /ingest/osmand ingest_osmand',
      'post /ingest/osmand ingest_osmand_body',
      'post /ingest/overland ingest_overland',
    ])
    for (const door of doors) expect(door.operation.servers).toEqual([{ url: 'http://localhost' }])
  })

  it('contains every procedure once, under its operationId, at its path', () => {
    const lines = operations.map(it => `${it.method} ${it.path} ${it.operation.operationId}`).sort()
    expect(lines).toEqual(
      procedures.map(it => `${it.method.toLowerCase()} ${it.path} ${it.operationId}`).sort(),
    )
    expect(new Set(procedures.map(it => it.operationId)).size).toBe(procedures.length)
  })

  it.each(operations)('declares path, response and errors of $method $path', it => {
    const { path, operation } = it
    const pathParameters = (operation.parameters ?? []).filter(parameter => parameter.in === 'path')
    expect(pathParameters.map(parameter => parameter.name).sort()).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]).sort(),
    )
    for (const parameter of operation.parameters ?? []) expect(parameter.schema).toBeDefined()
    expect(pathParameters.every(parameter => parameter.required)).toBe(true)

    const responses = operation.responses ?? {}
    expect(Object.keys(responses).some(status => /^2\d\d$/.test(status))).toBe(true)
    for (const response of Object.values(responses)) expect(response.description).toEqual(expect.any(String))
    const codes =
      procedures.find(procedure => procedure.operationId === operation.operationId)?.errorCodes ?? []
    const statuses = codes.map(code => String(errors[code as keyof typeof errors].status))
    expect(Object.keys(responses)).toEqual(expect.arrayContaining([...new Set(statuses)]))
  })

  it.each(allOperations)('has a summary and the invalid input error for $method $path', it => {
    const { operation } = it
    expect(operation.summary).toMatch(/^[A-Z].{8,}[^.]$/)
    const takesInput = operation.requestBody !== undefined || (operation.parameters ?? []).length > 0
    const refusalResponses = Object.entries(operation.responses ?? {}).filter(([status]) => /^4/.test(status))
    // The device endpoints respond as the apps expect, which is not always with an error status.
    if (takesInput && !operation.tags?.includes('doors'))
      expect(refusalResponses.find(([status]) => status === '400')?.[1].description).toMatch(
        /BAD_REQUEST|INVALID/,
      )
    for (const [status, { description }] of refusalResponses)
      expect(`${status} ${description}`).toMatch(/\d+ .*[A-Z_]{6}/)
  })

  it('names the schemas of its responses, each once', () => {
    const { schemas = {} } = (serializedDocument.components ?? {}) as { schemas?: Record<string, unknown> }
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'Account',
        'CheckAnswer',
        'Error',
        'ListedZone',
        'Webhook',
        'Zone',
        'ZoneShape',
      ]),
    )
    const response = serializedDocument.paths['/zones/{zoneId}']?.get?.responses?.['200']
    expect(response?.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Zone' })
  })

  it('has no dangling references', () => {
    const references = [...JSON.stringify(serializedDocument).matchAll(/"\$ref":"([^"]+)"/g)].map(
      match => match[1] ?? '',
    )
    const danglingReferences = references.filter(reference => {
      const keys = reference.replace(/^#\//, '').split('/').map(unescapePointer)
      return !reference.startsWith('#/') || keys.reduce<unknown>(getChild, serializedDocument) === undefined
    })
    expect(danglingReferences).toEqual([])
  })
})

describe('the API page', () => {
  const page = renderReferencePage(document)

  it('shows every operation', () => {
    for (const { operationId } of procedures) expect(page).toContain(`id="${operationId}"`)
  })

  it('renders the Markdown of the document as HTML', () => {
    expect(page).toContain('<code>Authorization: Bearer</code>')
    expect(page.slice(0, page.indexOf('<details'))).not.toContain('`')
  })

  it('loads nothing, in particular nothing from another host', () => {
    expect(page).not.toMatch(/<(script|link|img|iframe|object|embed|base|form)\b/i)
    expect(page).not.toMatch(/url\(|@import|\son\w+=|javascript:/i)
    const addresses = [...page.matchAll(/\b(?:href|src|action)="([^"]*)"/g)].map(match => match[1] ?? '')
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses.filter(address => !/^[/#](?!\/)/.test(address))).toEqual([])
  })
})

const getChild = (value: unknown, key: string): unknown =>
  (value as Record<string, unknown> | undefined)?.[key]
const unescapePointer = (key: string) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
