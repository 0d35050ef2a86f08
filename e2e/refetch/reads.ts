import './stand-in-browser.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashKey, partialMatchKey, type QueryKey } from '@tanstack/react-query'
import { z } from 'zod'
import { procedures } from '../../apps/server/src/app/testing/procedures.ts'
import { unfedQueryKeys } from '../../apps/web/src/app/unfed-queries.ts'
import { orpc } from '../../apps/web/src/lib/api.ts'
import { readFeature } from './selection.ts'

/** One response cached by the web app. */
export type Read = {
  /** The name of the call in the contract, such as `hazards.list`. */
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly queryKey: QueryKey
  /** The hash of `queryKey`, under which the cache stores the response. */
  readonly queryHash: string
  /** True if the cache stores the response as pages. */
  readonly isPaged: boolean
  /** True if the product itself documents that events do not cover every part of the response, and shows the response's age. */
  readonly isUnfed: boolean
}

/** Values of input fields by name, mainly ids from the test data. */
export type Fields = Readonly<Record<string, unknown>>

type Keys = {
  queryKey(options: { input: unknown }): QueryKey
  infiniteKey(options: { input: () => unknown; initialPageParam: undefined }): QueryKey
}
const listKeys = (name: string) => {
  const [feature = '', call = ''] = name.split('.')
  const keys = (orpc as unknown as Record<string, Record<string, Keys> | undefined>)[feature]?.[call]
  if (!keys) throw new Error(`The contract has no ${name}`)
  return keys
}

type Property = { format?: string }
type Schema = { required?: string[]; properties?: Record<string, Property> }
const schemasByName = new Map(
  procedures.map(({ name, input }) => [
    name,
    input && (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema),
  ]),
)

/** Returns the optional inputs that screens use in addition to the required ones. */
const createFilters = (fields: Fields): Readonly<Record<string, readonly Fields[]>> => {
  const { zoneId, groupId, folderId } = fields
  return {
    'alerts.list': [{ unread: true }],
    'broadcasts.list': [{ zoneId }, { sent: true }, { unanswered: true }],
    'broadcasts.groups': [{ zoneId }],
    'broadcasts.statistics': [{ zoneId }],
    'documents.files': [{ folderId }, { groupId }, { deleted: true }, { everywhere: true }, { toRead: true }],
    'documents.folders': [{ folderId }, { groupId }, { deleted: true }],
    'groups.candidates': [{ groupId }],
    'groups.list': [{ mine: true }, { order: 'recent' }],
    'hazards.list': [
      { status: 'open' },
      { unclosed: true },
      { overdue: true },
      { assigned: 'me' },
      { reportedByMe: true },
      { mineFirst: true },
    ],
    'presence.inside': [{ seen: 'lately' }, { seen: 'long_ago' }],
    'users.inZone': [{ list: 'places' }, { presence: 'inside' }, { role: 'app_user' }],
    'users.counts': [{ list: 'places' }],
    'zonePermissions.list': [{ userId: fields.userId }],
    'zoneRequests.list': [{ status: 'pending' }],
    'zones.all': [{ status: 'active' }, { search: 'yard', sort: 'name' }],
    'zones.mapShapes': [{ zoneIds: [fields.zoneId] }],
  }
}

/**
 * Lists the web app's reads that are possible with these fields. Each call is made with its required inputs; calls that need
 * something the test data does not contain yet are left out.
 */
export function createReads(fields: Fields): Read[] {
  const listFilters = createFilters(fields)
  return usedCalls.flatMap(({ name, isPaged }) => {
    const { required = [], properties = {} } = schemasByName.get(name) ?? {}
    const input = Object.fromEntries(
      required.map(field => [field, toFormat(fields[field], properties[field])]),
    )
    return [{}, ...(listFilters[name] ?? [])]
      .map(filter => ({ ...input, ...filter }))
      .filter(it => Object.values(it).every(value => value !== undefined))
      .map(it => toRead(name, it, isPaged))
  })
}

/** Converts an instant to a day for calls whose field of the same name expects a day. */
const toFormat = (value: unknown, { format }: Property = {}) =>
  format === 'date' && typeof value === 'string' ? value.slice(0, 10) : value

function toRead(name: string, input: Fields, isPaged: boolean): Read {
  const keys = listKeys(name)
  const queryKey = isPaged
    ? keys.infiniteKey({ input: () => input, initialPageParam: undefined })
    : keys.queryKey({ input })
  const isUnfed = unfedQueryKeys.some(key => partialMatchKey(queryKey, key))
  return { name, input, queryKey, queryHash: hashKey(queryKey), isPaged, isUnfed }
}

/** Responses that events need not keep current, with the reason. */
const reloadReasons: Readonly<Record<string, string>> = {
  'accounts.zoneChoices': 'read when its dialog opens',
  'accounts.removal': 'read when the dialog opens that asks before the act',
  'imports.removal': 'read when the dialog opens that asks before the act',
  'documents.removal': 'read when the dialog opens that asks before the act',
  'zones.removal': 'read when the dialog opens that asks before the act',
  'broadcasts.preview': 'read again with every change of the form',
  'groupMessages.readers': 'read when its dialog opens',
  'groupMessages.search': 'read when somebody searches',
  'hazards.candidates': 'read when its picker opens',
  'presence.zoneDayPlaces': 'read for a moment that was chosen',
  'users.inZone query': 'read when somebody searches in a picker',
  'zones.shapes': 'read when its dialog opens',
  'backups.overview': 'asked again every few seconds by its only page',
  'dashboards.systemStatus': 'read again every minute, and different every time',
}

/**
 * The calls whose responses the web app caches, found by searching its source, without those in `reloadReasons`. `isPaged` is true
 * if the response is cached as pages.
 */
const cachedCalls = findUsedCalls('apps/web/src')
const usedCalls = cachedCalls.filter(
  ({ name, isPaged }) =>
    !(name in reloadReasons || `${name} ${isPaged ? 'infinite' : 'query'}` in reloadReasons),
)

/** The features of which the web app caches something. */
export const cachedFeatures: ReadonlySet<string> = new Set(cachedCalls.map(({ name }) => readFeature(name)))

function findUsedCalls(folder: string): { name: string; isPaged: boolean }[] {
  const uses = new Set<string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/(?<!\.test)\.tsx?$/.test(file))
      for (const [, feature, call, queryKind] of readFileSync(join(folder, file), 'utf8').matchAll(
        /\borpc\s*\.(\w+)\s*\.(\w+)\s*\.(query|infinite)(?:Options|Key)\b/g,
      ))
        uses.add(`${feature}.${call} ${queryKind}`)
  return [...uses].sort().map(use => {
    const [name = '', queryKind] = use.split(' ')
    return { name, isPaged: queryKind === 'infinite' }
  })
}
