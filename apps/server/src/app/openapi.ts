import { contract } from '@muster/contract/contract.ts'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { escapeHtml } from '../lib/escape-html.ts'
import { collectFromFeatures, mergeParts } from './features.ts'
import { addExamples, type Operation as ExampleOperation, formatExample } from './openapi-examples.ts'
import { namedSchemas } from './openapi-schemas.ts'

/** The paths of endpoints that are not procedures. They are at the root of the server, not under `/api`. */
const doorPaths: Readonly<Record<string, object>> = mergeParts(collectFromFeatures('openapi'))

/** Generates the OpenAPI document from the contract. `serverUrl` is the URL of `/api`. */
export async function createOpenApiDocument(version: string, serverUrl: string) {
  const document = await new OpenAPIGenerator({
    schemaConverters: [new ZodToJsonSchemaConverter()],
  }).generate(contract, {
    info: {
      title: 'Muster',
      version,
      description:
        'Who is inside which zone, right now. Sign in, then send the token as `Authorization: Bearer`.',
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    commonSchemas: { ...namedSchemas, [errorSchemaName]: { error: 'UndefinedError' } },
  })
  for (const item of Object.values(document.paths ?? {}))
    for (const operation of Object.values(item ?? {})) {
      addExamples(operation as Operation)
      nameErrors(operation as Operation)
      addInvalidInput(operation as Operation)
      describeTransport(operation as Operation)
    }
  removeUnusedSchemas(document)
  const rootServers = [{ url: serverUrl.replace(/\/api$/, '') || '/' }]
  for (const [path, item] of Object.entries(doorPaths)) {
    const operations = Object.entries(item).map(([method, door]) => [
      method,
      { ...describeRefusedBodies(door as Operation), servers: rootServers },
    ])
    document.paths = { ...document.paths, [path]: Object.fromEntries(operations) }
  }
  return document
}

const errorSchemaName = 'Error'

/** Describes each response with its error codes, because the generator only knows the status. */
function nameErrors(operation: Operation) {
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const codes = [...JSON.stringify(response).matchAll(/"code":\{"const":"(\w+)"\}/g)].map(match => match[1])
    if (response.description === status && codes.length > 0) response.description = codes.join(', ')
  }
}

/** Declares status 400 for invalid input on every operation that has input. */
function addInvalidInput(operation: Operation) {
  if (!operation.requestBody && !operation.parameters?.length) return
  const { description } = operation.responses?.[400] ?? {}
  operation.responses = {
    ...operation.responses,
    400: {
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${errorSchemaName}` } } },
      ...operation.responses?.[400],
      description: [
        ...(description ? [description] : []),
        'BAD_REQUEST (the input does not match its schema; `data.issues` names the fields)',
      ].join(', '),
    },
  }
}

/** Declares what HTTP itself decides: who needs no token, which bodies are refused unread, and that a parameter has a value. */
function describeTransport(operation: Operation) {
  if (!/\bUNAUTHORIZED\b/.test(operation.responses?.[401]?.description ?? '')) operation.security = []
  operation.responses = describeRefusedBodies(operation).responses ?? {}
  for (const parameter of operation.parameters ?? []) delete parameter.allowEmptyValue
}

function describeRefusedBodies(operation: Operation): Operation {
  if (!operation.requestBody?.content?.['application/json']) return operation
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${errorSchemaName}` } } }
  const refusals = {
    413: { description: 'PAYLOAD_TOO_LARGE', content },
    415: { description: 'UNSUPPORTED_MEDIA_TYPE', content },
  }
  return { ...operation, responses: { ...refusals, ...operation.responses } }
}

/** Removes named schemas that no operation refers to, directly or through other schemas. */
function removeUnusedSchemas({ components, paths }: Document) {
  const schemas = components?.schemas ?? {}
  const used = new Set<string>()
  const waiting: unknown[] = [paths]
  for (const part of waiting)
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      if (!used.has(name)) {
        used.add(name)
        if (schemas[name]) waiting.push(schemas[name])
      }
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name]
}

type Document = Awaited<ReturnType<typeof createOpenApiDocument>>

/** Renders the document as a readable page, without scripts or anything from other hosts. */
export function renderReferencePage(document: Document): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => ({
      path,
      method,
      operation: operation as Operation,
    })),
  )
  const operationsByTag = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'other')
  const sections = [...operationsByTag].map(
    ([tag, items]) => `<h2>${escapeHtml(tag)}</h2>${items.map(renderOperation).join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Muster API</title><style>${style}</style></head><body><main><h1>Muster API ${escapeHtml(document.info.version)}</h1>
<p>${renderInlineCode(document.info.description ?? '')} The same as a document: <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join('')}</main></body></html>`
}

/** Converts Markdown text from the document to HTML. Only code between backticks is converted. */
function renderInlineCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

type Operation = ExampleOperation & {
  /** Set only if the operation is not under /api. */
  servers?: unknown
  /** Empty for calls that need no token. */
  security?: readonly object[]
  tags?: string[]
  summary?: string
  description?: string
}

function renderOperation({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: Operation
}): string {
  const example = formatExample(method, `${operation.servers ? '' : '/api'}${path}`, operation)
  const htmlParts = [
    ['Parameters', operation.parameters],
    ['Request', operation.requestBody],
    ['Responses', operation.responses],
  ] as const
  const exampleHtml = example === undefined ? '' : `<h3>Example</h3><pre>${escapeHtml(example)}</pre>`
  const details = htmlParts
    .filter(([, value]) => value !== undefined)
    .map(([title, value]) => `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`)
  return `<details id="${escapeHtml(operation.operationId ?? '')}"><summary><b>${method.toUpperCase()}</b> <code>${operation.servers ? '' : '/api'}${escapeHtml(path)}</code>
<span>${escapeHtml(operation.operationId ?? '')}</span><br>${escapeHtml(operation.summary ?? '')}</summary>${exampleHtml}${details.join('')}</details>`
}

const style = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;margin:0}main{max-width:960px;margin:0 auto;padding:24px 16px}
details{border:1px solid #8884;border-radius:10px;margin:8px 0;padding:8px 12px}summary{cursor:pointer;overflow-wrap:anywhere}summary b{display:inline-block;min-width:56px}
summary span{opacity:.75}pre{overflow:auto;font-size:12px}@media (min-width:800px){summary span{float:right}}h3{font-size:14px;margin:12px 0 4px}`
